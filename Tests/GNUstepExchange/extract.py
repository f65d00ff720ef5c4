#!/usr/bin/env python3
"""Writes the Objective-C listings of the tutorials into files that GNUstep's compiler accepts.

    extract.py TUTORIALS FOLDER

The tutorials are text files that are not part of this repository, which contains none of their contents:
LISTINGS gives the beginning of each file of code, EDITS the changes to it with their reasons. What the listings
omit is in ObjectiveC/Unlisted.h and Unlisted.m, and UIKit in ObjectiveC/UIKit/UIKit.h.
"""
import pathlib
import re
import sys

# For each file: the tutorial, how the code is extracted, and the line after or with which it
# begins.
LISTINGS = {
    "SimpleArray.inc": ("000", "paragraph", "Listing 15-1 "),
    "Properties.inc": ("000", "paragraph", "Listing 15-4 "),
    "Foo.h": ("000", "paragraph", "Listing 15-7 "),
    "Foo.m": ("000", "paragraph", "Listing 15-8 "),
    "FirstEncodingAppDelegate.h": ("000", "paragraph", "Listing 15-9 "),
    "FirstEncodingAppDelegate.m": ("000", "paragraph", "Listing 15-10 "),
    "Bar.h": ("000", "paragraph", "Listing 15-11 "),
    "Bar.m": ("000", "paragraph", "Listing 15-12 "),
    "EncodingAppDelegate.h": ("000", "paragraph", "Listing 15-13 "),
    "EncodingAppDelegate.m": ("000", "paragraph", "Listing 15-14 "),
    "DataModel.h": ("001", "interface", "DataModel Object for archiving"),
    "DataModel.m": ("001", "implementation", "DataModel Object for archiving"),
    "DataManager.h": ("001", "interface", "Archiving and Unarchiving DataModel Object"),
    "DataManager.m": ("001", "implementation", "Archiving and Unarchiving DataModel Object"),
    "FlashCardEncoding.inc": ("003", "method", "- (void)encodeWithCoder:"),
    "FlashCardDecoding.inc": ("003", "method", "- (id)initWithCoder:"),
    "FlashCardKeys.inc": ("003", "every", "#define "),
    "FlashCardInterface.inc": ("003", "every", "@interface "),
    "FlashCardsPath.inc": ("003", "method", "-(NSString *)archivePath"),
    "FlashCardsSaving.inc": ("003", "method", "-(void)archiveFlashCards {"),
    "FlashCardsLoading.inc": ("003", "method", "- (void)viewDidLoad"),
    "FlashCardsBackground.inc": ("003", "method", "- (void)applicationDidEnterBackground:"),
    "ItemsSaving.inc": ("004", "method", "- (BOOL)saveChanges"),
    "ItemsLoading.inc": ("004", "method", "- (instancetype)initPrivate"),
    "ItemsCreating.inc": ("004", "method", "- (BNRItem *)createItem"),
    "ItemsBackground.inc": ("004", "method", "- (void)applicationDidEnterBackground:"),
}

# All changes: the file, a pattern, the replacement for its only match, and the reason.
EDITS = [
    ("SimpleArray.inc", r"\A\(BOOL\)", "- (BOOL)", "the listing has lost the sign of a method"),
    ("SimpleArray.inc", r"\}\s*\Z", "return YES;\n}\n", "the listing returns nothing"),
    ("Foo.m", r"\Z", "@end\n", "the listing has no end"),
    ("FirstEncodingAppDelegate.h", r"(?<=@interface )", "First", "the second version has the same name"),
    ("FirstEncodingAppDelegate.m", r"(?<=@implementation )", "First", "the second version has the same name"),
    ("FirstEncodingAppDelegate.m", r'(?<=#import ")(?=EncodingAppDelegate)', "First", "its header is renamed"),
    ("FirstEncodingAppDelegate.m", r"(?m)^ *\[foo release\];\n", "", "it releases what it does not declare"),
    ("EncodingAppDelegate.h", r"(?<=@class Bar)", ";", "the listing has lost a semicolon"),
    ("EncodingAppDelegate.m", r"\Z", "@end\n", "the listing has no end"),
    ("ItemsCreating.inc", r"(?m)^.*randomItem.*\n", "", "the tutorial strikes this line out"),
]

# Headers that the listings import: UIKit.h is included everywhere, and declarations of these are
# not needed.
EMPTY = ["EncodingViewController.h", "SynthesizeSingleton.h"]


def paragraph(lines, begin):
    """The code after a title: from the first line after an empty one to the next empty one."""
    start = next(n for n, line in enumerate(lines) if line.startswith(begin)) + 2
    end = next(n for n in range(start, len(lines)) if not lines[n].strip())
    return lines[start:end]


def numbered(lines, begin):
    """The code after a title, whose lines are numbered."""
    start = next(n for n, line in enumerate(lines) if line.startswith(begin)) + 1
    found = []
    for line in lines[start:]:
        number = re.match(r"\s*(\d+)\. ?(.*)", line)
        if number and int(number[1]) == len(found) + 1:
            found.append(number[2])
        elif found:
            break
    return found


def interface(lines, begin):
    """The part before the line IMPLEMENTATION."""
    code = numbered(lines, begin)
    return code[:code.index("/* IMPLEMENTATION */")]


def implementation(lines, begin):
    """The part after the line IMPLEMENTATION."""
    code = numbered(lines, begin)
    return code[code.index("/* IMPLEMENTATION */"):]


def method(lines, begin):
    """A method, not its declaration, up to the brace that closes it."""
    start = next(n for n, line in enumerate(lines) if line.startswith(begin) and not line.endswith(";"))
    depth, seen = 0, False
    for number, line in enumerate(lines[start:], start):
        depth += line.count("{") - line.count("}")
        seen = seen or "{" in line
        if seen and depth == 0:
            return lines[start:number + 1]
    sys.exit(f"extract.py: the method {begin} is not closed")


def every(lines, begin):
    """All lines with this beginning."""
    return [line for line in lines if line.startswith(begin)]


def main(tutorials, folder):
    cuts = {f.__name__: f for f in (paragraph, interface, implementation, method, every)}
    texts = {}
    for name, (tutorial, cut, begin) in LISTINGS.items():
        if tutorial not in texts:
            file = next(pathlib.Path(tutorials).glob(f"{tutorial}_*.txt"))
            texts[tutorial] = file.read_text(encoding="utf-8").replace("\u00a0", " ").split("\n")
        code = "\n".join(cuts[cut](texts[tutorial], begin)) + "\n"
        for _, pattern, replacement, reason in (edit for edit in EDITS if edit[0] == name):
            if len(re.findall(pattern, code)) != 1:
                sys.exit(f"extract.py: {name} has changed; the edit does not apply: {reason}")
            code = re.sub(pattern, replacement, code)
        (pathlib.Path(folder) / name).write_text(code, encoding="utf-8")
    for name in EMPTY:
        (pathlib.Path(folder) / name).write_text("", encoding="utf-8")
    print(f"{len(LISTINGS)} listings extracted, {len(EDITS)} edits")


if __name__ == "__main__":
    main(*sys.argv[1:])
