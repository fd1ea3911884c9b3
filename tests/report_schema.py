"""Validates JSON reports with a real validator against the schema in docs/ that their `schema` names."""
import functools
import json
import pathlib

DOCS = pathlib.Path(__file__).resolve().parent.parent / "docs"


@functools.cache
def _validator(name):
    """The validator of "gpuenv/<name>/1", or the reason why there is none."""
    try:
        import jsonschema
    except ImportError:
        return "the Python package jsonschema is not installed"
    file = DOCS / f"{name}.schema.json"
    if not file.exists():
        return f"{file} does not exist"
    schema = json.loads(file.read_text(encoding="utf-8"))
    kind = jsonschema.validators.validator_for(schema)
    kind.check_schema(schema)
    return kind(schema)


def missing():
    """Why nothing can be validated here, or None."""
    return _validator("report") if isinstance(_validator("report"), str) else None


def complaints(report):
    """What the schema does not allow in this report, as lines."""
    parts = str(report.get("schema")).split("/")
    validator = _validator(parts[1] if len(parts) == 3 else "report")
    if isinstance(validator, str):
        return [validator]
    return [f"{error.json_path}: {error.message}" for error in sorted(validator.iter_errors(report), key=str)]
