"""Validates JSON reports with a real validator against docs/report.schema.json."""
import functools
import json
import pathlib

SCHEMA = pathlib.Path(__file__).resolve().parent.parent / "docs/report.schema.json"


@functools.cache
def _validator():
    """The validator, or the reason why there is none."""
    try:
        import jsonschema
    except ImportError:
        return "the Python package jsonschema is not installed"
    if not SCHEMA.exists():
        return f"{SCHEMA} does not exist"
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    kind = jsonschema.validators.validator_for(schema)
    kind.check_schema(schema)
    return kind(schema)


def missing():
    """Why nothing can be validated here, or None."""
    return _validator() if isinstance(_validator(), str) else None


def complaints(report):
    """What the schema does not allow in this report, as lines."""
    return [f"{error.json_path}: {error.message}" for error in sorted(_validator().iter_errors(report), key=str)]
