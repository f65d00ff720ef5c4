// A small handmade Xcode project with an object of each kind that has a special comment, in Xcode's
// layout.

/// Texts of projects.
enum ProjectSample {
  /// One object of each kind.
  static let everyKind = #"""
    // !$*UTF8*$!
    {
    	archiveVersion = 1;
    	classes = {
    	};
    	objectVersion = 77;
    	objects = {

    /* Begin PBXAggregateTarget section */
    		A100 /* Docs */ = {
    			isa = PBXAggregateTarget;
    			buildConfigurationList = C103 /* Build configuration list for PBXAggregateTarget "Docs" */;
    			buildPhases = (
    				D105 /* ShellScript */,
    			);
    			name = Docs;
    		};
    /* End PBXAggregateTarget section */

    /* Begin PBXBuildFile section */
    		B100 /* main.m in Sources */ = {isa = PBXBuildFile; fileRef = F100 /* main.m */; settings = {COMPILER_FLAGS = "-w"; }; };
    		B101 /* Kit in Frameworks */ = {isa = PBXBuildFile; productRef = P100 /* Kit */; };
    		B102 /* (null) in Copy Helpers */ = {isa = PBXBuildFile; settings = {ATTRIBUTES = (CodeSignOnCopy, RemoveHeadersOnCopy, ); }; };
    		B103 /* Main.strings in (null) */ = {isa = PBXBuildFile; fileRef = V100 /* Main.strings */; };
    /* End PBXBuildFile section */

    /* Begin PBXBuildRule section */
    		R100 /* PBXBuildRule */ = {
    			isa = PBXBuildRule;
    			inputFiles = (
    			);
    			name = "A rule";
    			script = "echo \"one\"\nexit 0\n";
    		};
    /* End PBXBuildRule section */

    /* Begin PBXContainerItemProxy section */
    		E100 /* PBXContainerItemProxy */ = {
    			isa = PBXContainerItemProxy;
    			containerPortal = F103 /* Lib.xcodeproj */;
    			proxyType = 2;
    			remoteGlobalIDString = A100;
    			remoteInfo = Lib;
    		};
    /* End PBXContainerItemProxy section */

    /* Begin PBXCopyFilesBuildPhase section */
    		D103 /* Copy Helpers */ = {
    			isa = PBXCopyFilesBuildPhase;
    			files = (
    				B102 /* (null) in Copy Helpers */,
    			);
    			name = "Copy Helpers";
    		};
    		D104 /* CopyFiles */ = {
    			isa = PBXCopyFilesBuildPhase;
    			files = (
    			);
    		};
    /* End PBXCopyFilesBuildPhase section */

    /* Begin PBXFileReference section */
    		F100 /* main.m */ = {isa = PBXFileReference; lastKnownFileType = sourcecode.c.objc; path = main.m; sourceTree = "<group>"; };
    		F101 /* en */ = {isa = PBXFileReference; name = en; path = en.lproj/Main.strings; sourceTree = "<group>"; };
    		F102 /* App++.app */ = {isa = PBXFileReference; path = "App++.app"; sourceTree = BUILT_PRODUCTS_DIR; };
    		F103 /* Lib.xcodeproj */ = {isa = PBXFileReference; path = Lib.xcodeproj; sourceTree = "<group>"; };
    /* End PBXFileReference section */

    /* Begin PBXFileSystemSynchronizedBuildFileExceptionSet section */
    		S200 /* Exceptions for "Sources" folder in "App" target */ = {
    			isa = PBXFileSystemSynchronizedBuildFileExceptionSet;
    			target = T100 /* App */;
    		};
    		S201 /* PBXFileSystemSynchronizedBuildFileExceptionSet */ = {
    			isa = PBXFileSystemSynchronizedBuildFileExceptionSet;
    			target = T100 /* App */;
    		};
    /* End PBXFileSystemSynchronizedBuildFileExceptionSet section */

    /* Begin PBXFileSystemSynchronizedGroupBuildPhaseMembershipExceptionSet section */
    		S300 /* Exceptions for "Sources" folder in "Copy Helpers" phase from "App" target */ = {
    			isa = PBXFileSystemSynchronizedGroupBuildPhaseMembershipExceptionSet;
    			buildPhase = D103 /* Copy Helpers */;
    		};
    /* End PBXFileSystemSynchronizedGroupBuildPhaseMembershipExceptionSet section */

    /* Begin PBXFileSystemSynchronizedRootGroup section */
    		S100 /* Sources */ = {
    			isa = PBXFileSystemSynchronizedRootGroup;
    			exceptions = (
    				S200 /* Exceptions for "Sources" folder in "App" target */,
    				S300 /* Exceptions for "Sources" folder in "Copy Helpers" phase from "App" target */,
    			);
    			path = Sources;
    			sourceTree = "<group>";
    		};
    		S101 /* Early */ = {isa = PBXFileSystemSynchronizedRootGroup; exceptions = (S201 /* PBXFileSystemSynchronizedBuildFileExceptionSet */, ); explicitFileTypes = {}; explicitFolders = (); path = Early; sourceTree = "<group>"; };
    /* End PBXFileSystemSynchronizedRootGroup section */

    /* Begin PBXFrameworksBuildPhase section */
    		D101 /* Frameworks */ = {
    			isa = PBXFrameworksBuildPhase;
    			files = (
    				B101 /* Kit in Frameworks */,
    			);
    		};
    /* End PBXFrameworksBuildPhase section */

    /* Begin PBXGroup section */
    		G100 = {
    			isa = PBXGroup;
    			children = (
    				G101 /* Products */,
    				V100 /* Main.strings */,
    				X100 /* Model.xcdatamodeld */,
    				Q100 /* libLib.a */,
    			);
    			sourceTree = "<group>";
    		};
    		G101 /* Products */ = {
    			isa = PBXGroup;
    			children = (
    				F102 /* App++.app */,
    			);
    			name = Products;
    			sourceTree = "<group>";
    		};
    /* End PBXGroup section */

    /* Begin PBXNativeTarget section */
    		T100 /* App */ = {
    			isa = PBXNativeTarget;
    			buildConfigurationList = C101 /* Build configuration list for PBXNativeTarget "App" */;
    			buildPhases = (
    				D100 /* Sources */,
    				D101 /* Frameworks */,
    				D103 /* Copy Helpers */,
    				D104 /* CopyFiles */,
    				D106 /* Rez */,
    			);
    			buildRules = (
    				R100 /* PBXBuildRule */,
    			);
    			dependencies = (
    				E200 /* PBXTargetDependency */,
    			);
    			name = App;
    			packageProductDependencies = (
    				P100 /* Kit */,
    			);
    			productReference = F102 /* App++.app */;
    		};
    /* End PBXNativeTarget section */

    /* Begin PBXProject section */
    		0001 /* Project object */ = {
    			isa = PBXProject;
    			attributes = {
    				LastUpgradeCheck = 1600;
    				TargetAttributes = {
    					T100 = {
    						TestTargetID = T100;
    					};
    				};
    			};
    			buildConfigurationList = C100 /* Build configuration list for PBXProject "My Project" */;
    			knownRegions = (
    				en,
    				Base,
    			);
    			mainGroup = G100;
    			packageReferences = (
    				P200 /* XCRemoteSwiftPackageReference "Kit.swift" */,
    				P201 /* XCLocalSwiftPackageReference "../Local" */,
    			);
    			projectDirPath = "";
    			targets = (
    				T100 /* App */,
    				A100 /* Docs */,
    			);
    		};
    /* End PBXProject section */

    /* Begin PBXReferenceProxy section */
    		Q100 /* libLib.a */ = {
    			isa = PBXReferenceProxy;
    			path = libLib.a;
    			remoteRef = E100 /* PBXContainerItemProxy */;
    		};
    /* End PBXReferenceProxy section */

    /* Begin PBXRezBuildPhase section */
    		D106 /* Rez */ = {
    			isa = PBXRezBuildPhase;
    			files = (
    			);
    		};
    /* End PBXRezBuildPhase section */

    /* Begin PBXShellScriptBuildPhase section */
    		D105 /* ShellScript */ = {
    			isa = PBXShellScriptBuildPhase;
    			files = (
    			);
    			shellPath = /bin/sh;
    		};
    /* End PBXShellScriptBuildPhase section */

    /* Begin PBXSourcesBuildPhase section */
    		D100 /* Sources */ = {
    			isa = PBXSourcesBuildPhase;
    			files = (
    				B100 /* main.m in Sources */,
    			);
    		};
    /* End PBXSourcesBuildPhase section */

    /* Begin PBXTargetDependency section */
    		E200 /* PBXTargetDependency */ = {
    			isa = PBXTargetDependency;
    			name = Lib;
    			targetProxy = E100 /* PBXContainerItemProxy */;
    		};
    /* End PBXTargetDependency section */

    /* Begin PBXVariantGroup section */
    		V100 /* Main.strings */ = {
    			isa = PBXVariantGroup;
    			children = (
    				F101 /* en */,
    			);
    			name = Main.strings;
    			sourceTree = "<group>";
    		};
    /* End PBXVariantGroup section */

    /* Begin XCBuildConfiguration section */
    		C200 /* Debug */ = {
    			isa = XCBuildConfiguration;
    			baseConfigurationReference = F100 /* main.m */;
    			buildSettings = {
    				"CODE_SIGN_IDENTITY[sdk=iphoneos*]" = "iPhone Developer";
    				PRODUCT_NAME = "$(TARGET_NAME)";
    				SOMETHING = T100;
    				URL = "https://example.com";
    				"___" = "____";
    			};
    			name = Debug;
    		};
    /* End XCBuildConfiguration section */

    /* Begin XCConfigurationList section */
    		C100 /* Build configuration list for PBXProject "My Project" */ = {
    			isa = XCConfigurationList;
    			buildConfigurations = (
    				C200 /* Debug */,
    			);
    			defaultConfigurationName = Debug;
    		};
    		C101 /* Build configuration list for PBXNativeTarget "App" */ = {
    			isa = XCConfigurationList;
    			buildConfigurations = (
    			);
    		};
    		C103 /* Build configuration list for PBXAggregateTarget "Docs" */ = {
    			isa = XCConfigurationList;
    			buildConfigurations = (
    			);
    		};
    /* End XCConfigurationList section */

    /* Begin XCLocalSwiftPackageReference section */
    		P201 /* XCLocalSwiftPackageReference "../Local" */ = {
    			isa = XCLocalSwiftPackageReference;
    			relativePath = ../Local;
    		};
    /* End XCLocalSwiftPackageReference section */

    /* Begin XCRemoteSwiftPackageReference section */
    		P200 /* XCRemoteSwiftPackageReference "Kit.swift" */ = {
    			isa = XCRemoteSwiftPackageReference;
    			repositoryURL = "https://example.com/kits/Kit.swift.git";
    			requirement = {
    				kind = upToNextMajorVersion;
    				minimumVersion = 1.0.0;
    			};
    		};
    /* End XCRemoteSwiftPackageReference section */

    /* Begin XCSwiftPackageProductDependency section */
    		P100 /* Kit */ = {
    			isa = XCSwiftPackageProductDependency;
    			package = P200 /* XCRemoteSwiftPackageReference "Kit.swift" */;
    			productName = Kit;
    		};
    /* End XCSwiftPackageProductDependency section */

    /* Begin XCVersionGroup section */
    		X100 /* Model.xcdatamodeld */ = {
    			isa = XCVersionGroup;
    			path = Model.xcdatamodeld;
    		};
    /* End XCVersionGroup section */
    	};
    	rootObject = 0001 /* Project object */;
    }

    """#
}
