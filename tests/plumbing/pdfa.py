"""What can be checked of PDF/A-3 without a validator: the structure that the standard asks for.

It reads a file with another library than the one that wrote it and names each breach, after
ISO 19005-3: metadata, output intent, fonts, attached files, what must not be there.
"""

import io
import re
from collections.abc import Callable, Iterator
from typing import Any, Final

import pypdf

_YES: Final = pypdf.generic.BooleanObject(True)


def _objects(reader: pypdf.PdfReader) -> Iterator[Any]:
    for number in range(1, int(str(reader.trailer["/Size"]))):
        found = reader.get_object(number)
        if found is not None:
            yield found


def _dictionaries(reader: pypdf.PdfReader) -> Iterator[Any]:
    return (one for one in _objects(reader) if isinstance(one, pypdf.generic.DictionaryObject))


def _metadata(reader: pypdf.PdfReader, root: Any) -> Iterator[str]:
    if "/Metadata" not in root:
        yield "no metadata"
        return
    text = root["/Metadata"].get_object().get_data().decode()
    if 'pdfaid:part="3"' not in text:
        yield "does not say that it is PDF/A-3"
    if not re.search(r'pdfaid:conformance="[ABU]"', text):
        yield "says no conformance"
    told: Any = reader.metadata or {}
    for key, tag in (("/Producer", "pdf:Producer"), ("/Creator", "xmp:CreatorTool")):
        if key in told and f'{tag}="{told[key]}"' not in text:
            yield f"{key} differs from the metadata"
    if "/Title" in told and f">{told['/Title']}<" not in text.replace("&amp;", "&"):
        yield "the title differs from the metadata"
    if ("/ModDate" in told) != ("xmp:ModifyDate" in text):
        yield "the date differs from the metadata"


def _intent(root: Any) -> Iterator[str]:
    intents = [one.get_object() for one in root.get("/OutputIntents", [])]
    if not any(one.get("/S") == "/GTS_PDFA1" and "/DestOutputProfile" in one for one in intents):
        yield "no output intent"


def _fonts(reader: pypdf.PdfReader) -> Iterator[str]:
    for found in _dictionaries(reader):
        if found.get("/Type") == "/FontDescriptor":
            if not {"/FontFile", "/FontFile2", "/FontFile3"} & set(found):
                yield f"the font {found.get('/FontName')} is not embedded"
        elif found.get("/Subtype") == "/Type0" and "/ToUnicode" not in found:
            yield f"the font {found.get('/BaseFont')} has no Unicode"


def _files(reader: pypdf.PdfReader, root: Any) -> Iterator[str]:
    named = [one.idnum for one in root.get("/AF", [])]
    if len(set(named)) != len(named):
        yield "a file is named twice"
    for found in _dictionaries(reader):
        if found.get("/Type") != "/Filespec":
            continue
        reference = found.indirect_reference
        if reference is None or reference.idnum not in named:
            yield f"{found.get('/F')} is associated with nothing"
        if "/AFRelationship" not in found or "/UF" not in found:
            yield f"{found.get('/F')} does not say how it belongs"
        inside = found["/EF"]["/F"].get_object()
        if not str(inside.get("/Subtype", "")).count("/") > 1:
            yield f"{found.get('/F')} has no media type"


def _whole(reader: pypdf.PdfReader) -> Iterator[str]:
    if "/Encrypt" in reader.trailer:
        yield "it is encrypted"
    if "/ID" not in reader.trailer:
        yield "it has no identifier"


_RULES: Final[dict[str, Callable[[Any], object]]] = {
    "a picture is smoothed": lambda one: (
        one.get("/Subtype") == "/Image" and one.get("/Interpolate", False) == _YES
    ),
    "a form needs appearances": lambda one: one.get("/NeedAppearances", False) == _YES,
    "LZW": lambda one: one.get("/Filter") == "/LZWDecode",
    "an annotation does not print": lambda one: (
        one.get("/Type") == "/Annot" and not int(one.get("/F", 0)) & 4
    ),
    "script": lambda one: {"/JavaScript", "/JS"} & {*one, str(one.get("/S"))},
    "launches something": lambda one: one.get("/S") == "/Launch",
    "sound or film": lambda one: one.get("/S") in {"/Movie", "/Sound"},
    "XFA form": lambda one: "/XFA" in one,
}


def _not_allowed(reader: pypdf.PdfReader) -> Iterator[str]:
    yield from _whole(reader)
    for found in _dictionaries(reader):
        yield from (what for what, broken in _RULES.items() if broken(found))


def faults(content: bytes) -> list[str]:
    """Name each breach that was found; none means that none was."""
    reader = pypdf.PdfReader(io.BytesIO(content))
    root = reader.trailer["/Root"].get_object()
    found = [
        *_metadata(reader, root),
        *_intent(root),
        *_fonts(reader),
        *_files(reader, root),
        *_not_allowed(reader),
    ]
    if not content.startswith(b"%PDF-1.7\n%") or max(content[10:14]) < 128:
        found.append("no binary mark in the head")
    return found
