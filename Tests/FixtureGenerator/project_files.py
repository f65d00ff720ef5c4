"""Projects as Xcode writes them, from small models of projects."""
import re

from text_writers import typed_json


def string(text):
    isBare = re.fullmatch(r"[A-Za-z0-9_$/.]+", text) and "//" not in text and "___" not in text
    if isBare:
        return text
    escapes = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}
    return '"' + "".join(escapes.get(c, c) for c in text) + '"'


class Project:
    """The objects of a project by their ids, and how Xcode names them in comments."""

    def __init__(self, version=56, name="Sample"):
        self.version, self.name, self.objects, self.count = version, name, {}, 0

    def add(self, isa, **fields):
        self.count += 1
        identifier = f"{0xA1B2C3D4 + self.count * 0x1F:08X}{self.count:016X}"
        self.objects[identifier] = {"isa": isa, **fields}
        return identifier

    def holder(self, key, identifier):
        """The object that has an id in one of its fields."""
        for other, fields in self.objects.items():
            value = fields.get(key)
            if value == identifier or isinstance(value, list) and identifier in value:
                return other
        return None

    def comment(self, identifier):
        """The text of the comment after an id; nil if there is none."""
        fields = self.objects[identifier]
        isa = fields["isa"]
        if isa == "PBXProject":
            return "Project object"
        if isa in ("PBXTargetDependency", "PBXContainerItemProxy", "PBXBuildRule"):
            return isa
        if isa == "PBXBuildFile":
            file = fields.get("fileRef") or fields.get("productRef")
            return f"{self.comment(file)} in {self.comment(self.holder('files', identifier))}"
        if isa == "XCConfigurationList":
            owner = self.holder("buildConfigurationList", identifier)
            kind = self.objects[owner]["isa"]
            name = self.name if kind == "PBXProject" else self.objects[owner]["name"]
            return f'Build configuration list for {kind} "{name}"'
        if isa == "XCRemoteSwiftPackageReference":
            return f'{isa} "{fields["repositoryURL"].split("/")[-1].removesuffix(".git")}"'
        if isa == "XCSwiftPackageProductDependency":
            return fields["productName"]
        if isa.endswith("BuildPhase"):
            return fields.get("name") or isa.removeprefix("PBX").removesuffix("BuildPhase")
        return fields.get("name") or fields.get("path") or (None if isa == "PBXGroup" else isa)

    def reference(self, text):
        comment = self.comment(text) if text in self.objects else None
        return string(text) + (f" /* {comment} */" if comment else "")

    def value(self, value, depth, key=None):
        tabs = "\t" * depth
        if isinstance(value, str):
            # Xcode does not name what an id of another project would be.
            return string(value) if key == "remoteGlobalIDString" else self.reference(value)
        if isinstance(value, list):
            return "(\n" + "".join(f"{tabs}\t{self.value(e, depth + 1)},\n" for e in value) + tabs + ")"
        return "{\n" + "".join(
            f"{tabs}\t{string(k)} = {self.value(v, depth + 1)};\n" for k, v in sorted(value.items())) + tabs + "}"

    def one_line(self, value):
        if isinstance(value, str):
            return self.reference(value)
        if isinstance(value, list):
            return "(" + "".join(self.one_line(e) + ", " for e in value) + ")"
        return "{" + "".join(f"{string(k)} = {self.one_line(v)}; " for k, v in self.ordered(value)) + "}"

    @staticmethod
    def ordered(fields):
        return sorted(fields.items(), key=lambda pair: (pair[0] != "isa", pair[0]))

    def object(self, identifier):
        fields = self.objects[identifier]
        comment = self.comment(identifier)
        head = f"\t\t{identifier}" + (f" /* {comment} */" if comment else "") + " = "
        if fields["isa"] in ("PBXBuildFile", "PBXFileReference"):
            return head + self.one_line(fields) + ";\n"
        body = "".join(f"\t\t\t{string(key)} = {self.value(value, 3, key)};\n" for key, value in self.ordered(fields))
        return head + "{\n" + body + "\t\t};\n"

    def text(self, root):
        sections = ""
        for isa in sorted({fields["isa"] for fields in self.objects.values()}):
            members = sorted(i for i, fields in self.objects.items() if fields["isa"] == isa)
            sections += f"\n/* Begin {isa} section */\n" + "".join(map(self.object, members))
            sections += f"/* End {isa} section */\n"
        return (
            "// !$*UTF8*$!\n{\n\tarchiveVersion = 1;\n\tclasses = {\n\t};\n"
            f"\tobjectVersion = {self.version};\n\tobjects = {{\n{sections}\t}};\n"
            f"\trootObject = {self.reference(root)};\n}}\n")

    def plist(self, root):
        return {
            "archiveVersion": "1", "classes": {}, "objectVersion": str(self.version), "objects": self.objects,
            "rootObject": root}

    def configurations(self, **settings):
        names = ("Debug", "Release")
        return self.add("XCConfigurationList", buildConfigurations=[
            self.add("XCBuildConfiguration", buildSettings=settings, name=name) for name in names],
            defaultConfigurationIsVisible="0", defaultConfigurationName="Release")


def application(project, sources=("main.m",), settings=None, extra=None, target_extra=None, group_extra=(), kind="app"):
    """A project with one target; what is not common to all of them is given."""
    files = [
        project.add("PBXFileReference", lastKnownFileType=file_type(path), path=path, sourceTree="<group>")
        for path in sources]
    product = project.add(
        "PBXFileReference", explicitFileType="wrapper.application" if kind == "app" else "archive.ar",
        includeInIndex="0", path=f"{project.name}.app" if kind == "app" else f"lib{project.name}.a",
        sourceTree="BUILT_PRODUCTS_DIR")
    products = project.add("PBXGroup", children=[product], name="Products", sourceTree="<group>")
    folder = project.add("PBXGroup", children=files, path=project.name, sourceTree="<group>")
    main = project.add("PBXGroup", children=[folder, products, *group_extra], sourceTree="<group>")
    builds = [project.add("PBXBuildFile", fileRef=file) for file in files]
    phases = [
        project.add("PBXSourcesBuildPhase", buildActionMask="2147483647", files=builds,
                    runOnlyForDeploymentPostprocessing="0"),
        project.add("PBXFrameworksBuildPhase", buildActionMask="2147483647", files=[],
                    runOnlyForDeploymentPostprocessing="0")]
    target = project.add(
        "PBXNativeTarget", buildConfigurationList=project.configurations(PRODUCT_NAME="$(TARGET_NAME)", **(settings or {})),
        buildPhases=phases, buildRules=[], dependencies=[], name=project.name, productName=project.name,
        productReference=product, productType="com.apple.product-type." + ("application" if kind == "app" else "library.static"),
        **(target_extra or {}))
    return project.add(
        "PBXProject", attributes={"LastUpgradeCheck": "1500", "TargetAttributes": {target: {"CreatedOnToolsVersion": "15.0"}}},
        buildConfigurationList=project.configurations(SDKROOT="macosx"), compatibilityVersion="Xcode 14.0",
        developmentRegion="en", hasScannedForEncodings="0", knownRegions=["en", "Base"], mainGroup=main,
        productRefGroup=products, projectDirPath="", projectRoot="", targets=[target], **(extra or {})), target, phases


def file_type(path):
    return {"m": "sourcecode.c.objc", "h": "sourcecode.c.h", "swift": "sourcecode.swift", "mm": "sourcecode.cpp.objcpp"}[
        path.split(".")[-1]]


def projects():
    """A name, a project and the id of its root object."""
    for version in (46, 50, 56, 77):
        project = Project(version)
        yield f"version-{version}", project, application(project)[0]
    project = Project(name="Library")
    yield "static-library", project, application(project, ["Library.m", "Library.h"], kind="library")[0]
    project = Project(name="Grüße & Co")
    yield "name-with-spaces", project, application(project, ["Größe 1.swift", "a+b.mm", "日本語.m"])[0]
    project = Project()
    yield "many-files", project, application(project, [f"File{i}.swift" for i in range(20)])[0]
    project = Project()
    yield "settings", project, application(project, settings={
        "GCC_PREPROCESSOR_DEFINITIONS": ["DEBUG=1", "$(inherited)"], "OTHER_LDFLAGS": "-ObjC -lz",
        "LD_RUNPATH_SEARCH_PATHS": ["$(inherited)", "@executable_path/../Frameworks"], "EMPTY": "",
        "ARCHS[sdk=macosx*]": "$(ARCHS_STANDARD)", "SWIFT_VERSION": "5.0", "QUOTED": 'a "quoted" \\ word',
        "URL": "https://example.org/path", "___TEMPLATE___": "___VALUE___", "LINES": "one\ntwo\tthree"})[0]
    project = Project()
    root, target, phases = application(project)
    script = project.add(
        "PBXShellScriptBuildPhase", buildActionMask="2147483647", files=[], inputPaths=[], name="Run a Script",
        outputPaths=[], runOnlyForDeploymentPostprocessing="0", shellPath="/bin/sh",
        shellScript='echo "one"\nif [ -f "$A" ]; then\n\texit 1\nfi\n')
    phases.append(script)
    yield "shell-script", project, root
    project = Project()
    package = project.add(
        "XCRemoteSwiftPackageReference", repositoryURL="https://example.org/tools/swift-sample.git",
        requirement={"kind": "upToNextMajorVersion", "minimumVersion": "1.2.0"})
    product = project.add("XCSwiftPackageProductDependency", package=package, productName="SampleKit")
    root, target, phases = application(
        project, extra={"packageReferences": [package]}, target_extra={"packageProductDependencies": [product]})
    project.objects[phases[1]]["files"].append(project.add("PBXBuildFile", productRef=product))
    yield "package", project, root
    project = Project()
    root, target, phases = application(project)
    proxy = project.add(
        "PBXContainerItemProxy", containerPortal=root, proxyType="1", remoteGlobalIDString=target, remoteInfo=project.name)
    dependency = project.add("PBXTargetDependency", target=target, targetProxy=proxy)
    aggregate = project.add(
        "PBXAggregateTarget", buildConfigurationList=project.configurations(), buildPhases=[], dependencies=[dependency],
        name="Everything", productName="Everything")
    project.objects[root]["targets"].append(aggregate)
    yield "aggregate-target", project, root
    project = Project()
    english = project.add(
        "PBXFileReference", lastKnownFileType="text.plist.strings", name="en", path="en.lproj/Main.strings",
        sourceTree="<group>")
    variants = project.add("PBXVariantGroup", children=[english], name="Main.strings", sourceTree="<group>")
    root, target, phases = application(project, group_extra=[variants])
    resources = project.add(
        "PBXResourcesBuildPhase", buildActionMask="2147483647",
        files=[project.add("PBXBuildFile", fileRef=variants, settings={"ATTRIBUTES": ["CodeSignOnCopy"]})],
        runOnlyForDeploymentPostprocessing="0")
    phases.append(resources)
    yield "variants", project, root


def files():
    for name, project, root in projects():
        entry = {"value": typed_json(project.plist(root), isCompact=True), "unchanged": True, "projectName": project.name}
        yield f"valid/project/{name}.pbxproj", project.text(root).encode(), entry
    simple = "// !$*UTF8*$!\n{\n\tarchiveVersion = 1;\n\tobjects = {\n\t};\n\trootObject = A1;\n}\n"
    yield "valid/project/no-objects.pbxproj", simple.encode(), {
        "value": typed_json({"archiveVersion": "1", "objects": {}, "rootObject": "A1"}, isCompact=True),
        "unchanged": True}
