"""Scripts/release-materials with a dependency made for the test, and Scripts/release with a stand-in for the compiler."""
import errno
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import tarfile
import tempfile
import textwrap
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
LOCATION = "https://example.org/somebody/tiny-library.git"

# Copies a program that the test has linked, with the linker's map, and appends the name of its
# folder where the test requests that. Resolving copies the checkout of the test.
SWIFT = """\
    #!/bin/sh
    if [ "$1" = --version ]; then echo "Swift version 6.3.1 (test)"; exit; fi
    if [ "$1" = -print-target-info ]; then echo "{\\"paths\\": {\\"runtimeResourcePath\\": \\"$TOOLCHAIN/lib/swift\\"}}"; exit; fi
    shown=
    while [ $# -gt 0 ]; do
      case "$1" in
      --package-path) source=$2 ;;
      --scratch-path) scratch=$2 ;;
      --show-bin-path) shown=yes ;;
      -Map=*) map=${1#-Map=} ;;
      resolve) resolve=yes ;;
      esac
      shift
    done
    if [ -n "$shown" ]; then echo "$scratch/bin"; exit; fi
    if [ -n "$resolve" ]; then mkdir -p "$scratch/checkouts"; cp -R "$CHECKOUTS/." "$scratch/checkouts"; exit; fi
    mkdir -p "$scratch/bin"
    cp "$PROGRAM" "$scratch/bin/plist"
    sed "s#$OBJECTS/#$scratch/#" "$PROGRAM.map" >"$map"
    cat "$source/payload" >>"$scratch/bin/plist"
    if [ -n "$LEAK" ]; then echo "# $source" >>"$scratch/bin/plist"; fi
"""
PLIST = """\
    #include <stdio.h>
    #include <string.h>

    int main(int count, char **words) {
      if (count > 1 && strcmp(words[1], "--version") == 0) return puts("1.2.3") < 0;
      return printf("completions %s\\n", count > 2 ? words[2] : "") < 0;
    }
"""
NAMES = """\
    #include <pwd.h>
    #include <stdio.h>
    #include <unistd.h>

    int main(void) { return puts(getpwuid(getuid()) ? "somebody" : "nobody") < 0; }
"""
HOME = """\
    #include "CSystemCalls.h"
    #include <stdio.h>

    int main(void) {
      char home[4096];
      long length = plinth_home_of_user(home, sizeof home);
      return printf("%ld %s", length, length < 0 ? "" : home) < 0;
    }
"""
# Looks up a user and a group, by a name or a number, with a given buffer size for the answer;
# prints the result, and the number of the name or the name of the number.
LOOKUP = """\
    #include <grp.h>
    #include <pwd.h>
    #include <stdio.h>
    #include <stdlib.h>

    static void show(int code, const char *name, long number, int by_number) {
      if (name == NULL) printf("%d none; ", code);
      else if (by_number) printf("%d %s; ", code, name);
      else printf("%d %ld; ", code, number);
    }

    int main(int count, char **words) {
      if (count != 3) return 1;
      char *end, text[1000];
      long number = strtol(words[1], &end, 10);
      int by_number = *end == 0;
      size_t room = strtoul(words[2], NULL, 10);
      struct passwd user, *found_user;
      struct group group, *found_group;
      int code = by_number ? getpwuid_r(number, &user, text, room, &found_user)
                           : getpwnam_r(words[1], &user, text, room, &found_user);
      show(code, found_user ? user.pw_name : NULL, user.pw_uid, by_number);
      code = by_number ? getgrgid_r(number, &group, text, room, &found_group)
                       : getgrnam_r(words[1], &group, text, room, &found_group);
      show(code, found_group ? group.gr_name : NULL, group.gr_gid, by_number);
      return 0;
    }
"""
STATIC = ["-static-pie"]
# What the test appends to the program stays in it.
STRIP = "#!/bin/sh\ncp \"$3\" \"$2\"\n"


class ReleaseTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.objects = pathlib.Path(folder.name).resolve() / "objects"
        cls.objects.mkdir()
        cls.program = cls.link("plist", PLIST, *STATIC)

    @classmethod
    def link(cls, name, source, *options):
        """A program with the linker's map next to it, made with the toolchain's own compiler and linker."""
        program, file = cls.objects.parent / name, cls.objects / f"{name}.o"
        paths = [word for word in options if str(word).startswith("-I")]
        cls.clang("-O1", "-fPIE", *paths, "-x", "c", "-c", "-", "-o", file, source=textwrap.dedent(source))
        cls.clang("-fuse-ld=lld", f"-Wl,-Map={program}.map", "-Wl,--gc-sections", file, *options, "-o", program)
        return program

    @staticmethod
    def clang(*words, source=""):
        subprocess.run(["clang", *map(str, words)], input=source, check=True, capture_output=True, text=True)

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        base = pathlib.Path(folder.name).resolve()
        self.root, self.tools, self.checkouts = base / "repository", base / "tools", base / "checkouts"
        self.library, self.toolchain = self.checkouts / "tiny-library", base / "toolchain"
        self.write(self.tools / "swift", SWIFT)
        self.write(self.tools / "strip", STRIP)
        self.write(self.library / "LICENSE.txt", "Apache License\nVersion 2.0\n")
        self.write(self.library / "Sources" / "Tiny.swift", "let tiny = 1\n")
        self.commit(self.library)
        for name in ["release", "release-materials"]:
            self.write(self.root / "Scripts" / name, (ROOT / "Scripts" / name).read_text())
        self.write(self.root / "Scripts" / "release-materials.json",
                   json.dumps({"dependencies": [{"identity": "tiny-library"}]}))
        self.write(self.root / "LICENSE", "License\n")
        self.write(self.root / "payload", "# contents\n")
        revision = self.git(self.library, "rev-parse", "HEAD").strip()
        self.resolved = base / "Package.resolved"
        pin = {"identity": "tiny-library", "location": LOCATION, "state": {"revision": revision, "version": "1.4.0"}}
        self.resolved.write_text(json.dumps({"pins": [pin, {"identity": "unused"}], "version": 3}))
        self.assertEqual(self.materials("update", self.checkouts, self.resolved).returncode, 0)
        self.commit(self.root)

    def write(self, path, text):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text))
        path.chmod(0o755)

    def git(self, folder, *words):
        name = ["-c", "user.name=Test", "-c", "user.email=test@example.org"]
        return subprocess.run(["git", *name, *words], cwd=folder, check=True, capture_output=True, text=True).stdout

    def commit(self, folder):
        self.git(folder, "init", "-q")
        self.git(folder, "add", "-A")
        self.git(folder, "commit", "-qm", "First")

    def run_script(self, *words, **variables):
        environment = {**os.environ, "PATH": f"{self.tools}:{os.environ['PATH']}", "CHECKOUTS": str(self.checkouts),
                       "PROGRAM": str(self.program), "OBJECTS": str(self.objects), "TOOLCHAIN": str(self.toolchain),
                       "LEAK": "", **variables}
        return subprocess.run([str(word) for word in words], cwd=self.root, env=environment, text=True,
                              capture_output=True, stdin=subprocess.DEVNULL)

    def materials(self, *words):
        return self.run_script(self.root / "Scripts" / "release-materials", *words)

    def release(self, *words, **variables):
        return self.run_script(self.root / "Scripts" / "release", *words, **variables)

    # The list

    def test_the_project_s_own_list_has_a_version_a_commit_and_a_checksum_for_each_dependency(self):
        dependencies = json.loads((ROOT / "Scripts" / "release-materials.json").read_text())["dependencies"]
        self.assertEqual(sorted(one["identity"] for one in dependencies),
                         ["swift-argument-parser", "swift-collections", "swift-system"])
        for one in dependencies:
            self.assertRegex(one["version"], r"^\d+\.\d+\.\d+$")
            self.assertRegex(one["revision"], r"^[0-9a-f]{40}$")
            self.assertRegex(one["sha256"], r"^[0-9a-f]{64}$")

    def test_the_versions_are_written_as_the_package_manager_reads_them(self):
        file = self.root / "out.resolved"
        self.assertEqual(self.materials("resolved", file).returncode, 0)
        pins = json.loads(file.read_text())["pins"]
        self.assertEqual([(pin["identity"], pin["location"], pin["state"]["version"]) for pin in pins],
                         [("tiny-library", LOCATION, "1.4.0")])

    def test_the_checksum_is_what_sha256sum_says_of_all_files(self):
        lines = subprocess.run("git ls-files | LC_ALL=C sort | xargs sha256sum | sha256sum", shell=True,
                               cwd=self.library, check=True, capture_output=True, text=True).stdout
        stored = json.loads((self.root / "Scripts" / "release-materials.json").read_text())
        self.assertEqual(stored["dependencies"][0]["sha256"], lines.split()[0])

    def test_sources_that_are_those_of_the_list_pass(self):
        done = self.materials("verify", self.checkouts)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_another_commit_is_refused(self):
        self.write(self.library / "Sources" / "Tiny.swift", "let tiny = 2\n")
        self.git(self.library, "commit", "-qam", "Second")
        done = self.materials("verify", self.checkouts)
        self.assertEqual(done.returncode, 1)
        self.assertIn("tiny-library: the commit is", done.stderr)
        self.assertIn("tiny-library: the checksum is", done.stderr)

    def test_a_changed_file_is_refused_though_the_commit_is_the_same(self):
        self.write(self.library / "Sources" / "Tiny.swift", "let tiny = 3\n")
        self.assertEqual(self.materials("verify", self.checkouts).returncode, 1)

    def test_a_file_that_git_ignores_is_refused_since_the_compiler_would_take_it(self):
        (self.library / ".git" / "info" / "exclude").write_text("Sources/More.swift\n")
        self.write(self.library / "Sources" / "More.swift", "let more = 1\n")
        done = self.materials("verify", self.checkouts)
        self.assertEqual(done.returncode, 1)
        self.assertIn("More.swift", done.stderr)

    def test_a_missing_dependency_is_refused(self):
        shutil.rmtree(self.library)
        self.assertIn("was not fetched", self.materials("verify", self.checkouts).stderr)

    # The bill of materials

    def map_of(self, program=None):
        """The map of a program, as if its own objects had been compiled next to the checkouts."""
        text = pathlib.Path(f"{program or self.program}.map").read_text()
        file = self.checkouts.parent / "plist.map"
        file.write_text(text.replace(f"{self.objects}/", f"{self.checkouts.parent}/"))
        return file

    def bill(self):
        done = self.materials("bill", self.checkouts, self.program, self.map_of(), "1.2.3", 1_700_000_000)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def test_the_bill_has_what_the_schema_requires(self):
        # The required properties and the enumerations of bom-1.6.schema.json, for the parts that
        # the bill has.
        bill = self.bill()
        self.assertEqual((bill["bomFormat"], bill["specVersion"]), ("CycloneDX", "1.6"))
        self.assertRegex(bill["serialNumber"],
                         r"^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$")
        self.assertGreaterEqual(bill["version"], 1)
        self.assertEqual(bill["metadata"]["timestamp"], "2023-11-14T22:13:20Z")
        components = [bill["metadata"]["component"], *bill["components"]]
        references = [component["bom-ref"] for component in components]
        self.assertEqual(len(set(references)), len(references))
        for component in components:
            self.assertIn(component["type"], ["application", "library", "platform"])
            self.assertTrue(component["name"] and component["version"])
            for one in component.get("hashes", []):
                self.assertEqual(one["alg"], "SHA-256")
                self.assertRegex(one["content"], r"^[0-9a-f]{64}$")
            for choice in component["licenses"]:
                self.assertIn(choice, [{"license": {"id": "Apache-2.0"}}, {"expression": choice.get("expression")}])
            for part in component.get("components", []):
                self.assertEqual(part["type"], "file")
                self.assertTrue(part["name"])
            for reference in component.get("externalReferences", []):
                self.assertEqual(reference["type"], "vcs")
                self.assertTrue(reference["url"])
        for dependency in bill["dependencies"]:
            self.assertIn(dependency["ref"], references)
            self.assertTrue(set(dependency["dependsOn"]) <= set(references))
        known = {"$schema", "bomFormat", "specVersion", "serialNumber", "version", "metadata", "components", "dependencies"}
        self.assertEqual(set(bill), known)

    def test_the_bill_names_dependencies_and_the_toolchain_whose_libraries_are_in_the_program(self):
        by_name = {component["name"]: component for component in self.bill()["components"]}
        self.assertLessEqual({"tiny-library", "swift-toolchain"}, set(by_name))
        self.assertEqual(by_name["tiny-library"]["purl"], "pkg:swift/example.org/somebody/tiny-library@1.4.0")
        self.assertEqual(by_name["swift-toolchain"]["version"], "6.3.1")

    def test_the_bill_names_each_package_of_the_system_whose_library_is_in_the_program(self):
        by_name = {component["name"]: component for component in self.bill()["components"]}
        library = by_name["libc6-dev"]
        installed = subprocess.run(["dpkg-query", "-W", "-f=${Version}", "libc6-dev"], check=True, capture_output=True,
                                   text=True).stdout
        self.assertEqual(library["version"], installed)
        self.assertEqual(library["licenses"], [{"expression": "LGPL-2.1-or-later"}])
        self.assertRegex(library["purl"], r"^pkg:deb/[a-z]+/libc6-dev@[^:+]+\?arch=\w+&distro=")
        archive = next(part for part in library["components"] if part["name"] == "libc.a")
        found = subprocess.run(["clang", "-print-file-name=libc.a"], check=True, capture_output=True, text=True).stdout
        self.assertEqual(archive["hashes"][0]["content"],
                         hashlib.sha256(pathlib.Path(found.strip()).read_bytes()).hexdigest())

    def test_the_bill_names_the_libraries_of_the_toolchain_that_are_in_the_program(self):
        folder = self.toolchain / "lib" / "swift_static"
        archive = self.archive(folder, "libmore.a")
        program = self.link("more", "int more(void); int main(void) { return more(); }", archive, *STATIC)
        done = self.materials("bill", self.checkouts, program, self.map_of(program), "1.2.3", 0)
        by_name = {component["name"]: component for component in json.loads(done.stdout)["components"]}
        self.assertEqual([part["name"] for part in by_name["swift-toolchain"]["components"]], ["libmore.a"])

    def test_a_library_without_a_known_origin_stops_the_release(self):
        archive = self.archive(self.root.parent / "elsewhere", "libmore.a")
        program = self.link("foreign", "int more(void); int main(void) { return more(); }", archive, *STATIC)
        done = self.materials("bill", self.checkouts, program, self.map_of(program), "1.2.3", 0)
        self.assertEqual(done.returncode, 1)
        self.assertIn("libmore.a is in the program, but it belongs to no package of the system", done.stderr)

    def archive(self, folder, name):
        folder.mkdir(parents=True)
        self.clang("-fPIE", "-x", "c", "-c", "-", "-o", folder / "more.o", source="int more(void) { return 3; }\n")
        subprocess.run(["ar", "rcs", folder / name, folder / "more.o"], check=True)
        return folder / name

    def test_a_dependency_that_is_not_in_the_list_is_refused(self):
        self.write(self.checkouts / "another-library" / "LICENSE", "Apache License\n")
        done = self.materials("verify", self.checkouts)
        self.assertEqual(done.returncode, 1)
        self.assertIn("another-library was fetched, and is none of the release's dependencies", done.stderr)

    def test_the_same_parts_give_the_same_bill_and_another_program_another_one(self):
        first = self.bill()
        self.assertEqual(self.bill(), first)
        other = self.root.parent / "other"
        other.write_bytes(self.program.read_bytes() + b"another\n")
        done = self.materials("bill", self.checkouts, other, self.map_of(), "1.2.3", 1_700_000_000)
        self.assertNotEqual(json.loads(done.stdout)["serialNumber"], first["serialNumber"])

    def test_an_unreviewed_license_stops_the_release(self):
        self.write(self.library / "LICENSE.txt", "Another license\n")
        done = self.materials("bill", self.checkouts, self.program, self.map_of(), "1", 0)
        self.assertIn("its license is none of", done.stderr)

    # The program

    def refusal(self, name, source, *options):
        program = self.link(name, source, *options)
        done = self.materials("program", program, f"{program}.map")
        self.assertEqual(done.returncode, 1, done.stderr)
        return done.stderr

    def test_a_static_program_at_a_random_address_passes(self):
        done = self.materials("program", self.program, f"{self.program}.map")
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_a_program_that_needs_shared_libraries_is_refused_with_their_names(self):
        said = self.refusal("dynamic", PLIST, "-pie")
        self.assertIn("it needs the shared library libc.so.6", said)
        self.assertIn("it needs a loader", said)

    def test_a_program_that_is_always_at_one_address_is_refused(self):
        self.assertIn("it is not position-independent", self.refusal("fixed", PLIST, "-static"))

    def test_a_program_whose_stack_is_executable_is_refused(self):
        self.assertRegex(self.refusal("stack", PLIST, *STATIC, "-Wl,-z,execstack"), "executable")

    def test_a_program_with_a_path_to_search_for_libraries_is_refused_since_it_could_not_start(self):
        self.assertIn("it has a path to search", self.refusal("path", PLIST, *STATIC, "-Wl,-rpath=$ORIGIN"))

    def test_a_program_that_would_load_modules_of_the_name_service_is_refused(self):
        self.assertRegex(self.refusal("names", NAMES, *STATIC), r"it has getpwuid(_r)?\.o of the C library")

    def test_a_program_that_is_not_static_stops_the_release(self):
        done = self.release(self.root.parent / "dist", PROGRAM=str(self.link("shared", PLIST, "-pie")))
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("it needs the shared library libc.so.6", done.stderr)
        self.assertEqual(list((self.root.parent / "dist").iterdir()), [])

    # The users that a static program can look up

    def alone(self, program, *words, **files):
        """The output of a program for user 12345, in a root directory with only files in its folder etc."""
        root = self.root.parent / "root"
        shutil.rmtree(root, ignore_errors=True)
        (root / "etc").mkdir(parents=True)
        for name, text in files.items():
            (root / "etc" / name).write_text(text)
        shutil.copy(program, root / "program")
        root.chmod(0o755)
        self.root.parent.chmod(0o755)

        def enter():
            os.chroot(root)
            os.chdir("/")
            os.setuid(12345)

        return subprocess.run(["/program", *words], preexec_fn=enter, check=True, capture_output=True, text=True).stdout

    def program_with_users(self, name, source):
        platform = ROOT / "Sources" / "CSystemCalls"
        return self.link(name, source, f"-I{platform / 'include'}", "-DPLINTH_STATIC", "-fPIE", *STATIC,
                         platform / "directories.c", platform / "users.c")

    @unittest.skipUnless(os.geteuid() == 0, "only the superuser may change the root directory")
    def test_a_static_program_finds_the_home_in_a_plain_user_database_and_survives_any_other(self):
        program = self.program_with_users("home", HOME)
        users = "root:x:0:0::/root:/bin/sh\nsomebody:x:12345:1::/srv/somebody:/bin/sh\n"
        self.assertEqual(self.alone(program, passwd=users), "13 /srv/somebody")
        users = "broken\n:::\n\n# no\n+::12345::::\n-a:x:12345:1::/minus:\nb:x:12345:1::/b:"
        self.assertEqual(self.alone(program, passwd=users), "2 /b")
        self.assertEqual(self.alone(program), "-1 ")
        for users in ["", "root:x:0:0::/root:/bin/sh\n", "+::::::\n", "a" * 100_000, "\0" * 50,
                      "b:x:12345:1::/" + "b" * 9000]:
            self.assertEqual(self.alone(program, passwd=users), "-1 ")

    @unittest.skipUnless(os.geteuid() == 0, "only the superuser may change the root directory")
    def test_a_static_program_finds_users_and_groups_by_name_and_number_with_the_answers_of_posix(self):
        program = self.program_with_users("lookup", LOOKUP)
        files = {"passwd": "-c:x:7:7::/minus:\ncrew:x:7:8::/crew:/bin/sh\n", "group": "+:::\ncrew:x:9:a,b\nlast:x:10:"}
        for words, answer in [(["crew"], "0 7; 0 9; "), (["last"], "0 none; 0 10; "), (["-c"], "0 none; 0 none; "),
                              (["7"], "0 crew; 0 none; "), (["9"], "0 none; 0 crew; "), (["10"], "0 none; 0 last; ")]:
            self.assertEqual(self.alone(program, *words, "1000", **files), answer)
        range_error = f"{errno.ERANGE} none; {errno.ERANGE} none; "
        self.assertEqual(self.alone(program, "crew", "4", **files), range_error)
        self.assertEqual(self.alone(program, "crew", "1000"), "0 none; 0 none; ")

    # The archive

    def test_the_archive_has_the_program_the_license_completions_and_the_bill(self):
        done = self.release(self.root.parent / "dist")
        self.assertEqual(done.returncode, 0, done.stderr)
        archive = pathlib.Path(done.stdout.strip())
        with tarfile.open(archive) as contents:
            names = {re.sub(r"^[^/]*/?", "", member.name) for member in contents.getmembers()}
        self.assertLessEqual({"bin/plist", "LICENSE", "licenses/libc6-dev.txt", "licenses/LGPL-2.1.txt",
                              "completions/plist.bash", "plist.cdx.json"}, names)
        self.assertTrue((archive.parent / (archive.name + ".sha256")).is_file())

    def test_two_directories_give_the_same_archive(self):
        done = self.release("--twice", self.root.parent / "dist")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("the same to the byte from two directories", done.stderr)

    def test_a_program_that_has_the_name_of_its_folder_in_it_stops_the_release(self):
        done = self.release(self.root.parent / "dist", LEAK="yes")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("the name of the folder", done.stderr)

    def test_what_is_not_committed_is_not_released(self):
        first = pathlib.Path(self.release(self.root.parent / "first").stdout.strip()).read_bytes()
        for name in ["payload", "LICENSE"]:
            (self.root / name).write_text("# changed\n")
        second = pathlib.Path(self.release(self.root.parent / "second").stdout.strip()).read_bytes()
        self.assertEqual(first, second)

    def test_changed_sources_stop_the_release_before_anything_is_built(self):
        self.write(self.library / "Sources" / "Tiny.swift", "let tiny = 4\n")
        done = self.release(self.root.parent / "dist")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("files that are not those of its commit", done.stderr)


if __name__ == "__main__":
    unittest.main()
