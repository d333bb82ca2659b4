"""Print the JSON Schemas of every stored file, or write them into a folder."""

from __future__ import annotations

import argparse
import json
from pathlib import Path


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("name", nargs="?", help="one of them, such as dataset; without it, all in one document")
    parser.add_argument("--write", type=Path, metavar="FOLDER", help="write one file each into this folder")


def run(arguments: argparse.Namespace) -> int:
    """Print or write the schemas."""
    from annotator.curate.schemas import schemas, text_of, write_schemas
    from annotator.errors import UsageError

    if arguments.write is not None:
        changed = write_schemas(arguments.write)
        print(f"{len(changed)} schemas changed: {', '.join(changed)}" if changed else "every schema is current")
        return 0
    found = schemas()
    if arguments.name is None:
        print(json.dumps(found, ensure_ascii=False))
        return 0
    name = f"{arguments.name.removesuffix('.schema.json')}.schema.json"
    if name not in found:
        raise UsageError(f"there is no schema {arguments.name!r}; there are {', '.join(n.removesuffix('.schema.json') for n in found)}")
    print(text_of(found[name]), end="")
    return 0
