"""What a case is about to execute, so that its failure, or its end, can be shown."""

__all__ = ["note", "statement", "forget", "show"]

_show = False
_describe = None


def note(describe):
    """Says what is executed next: `describe()` is its text, asked for only if it fails or is to be shown."""
    global _describe
    _describe = describe
    if _show:
        print(describe(), flush=True)


def statement():
    """The text of what was noted last."""
    try:
        return _describe() if _describe else ""
    except Exception as failed:  # what cannot be described is still a failure of its case
        return f"(no description: {failed!r})"


def forget():
    """Before each case."""
    global _describe
    _describe = None


def show():
    """From now on, statements are printed before they are executed."""
    global _show
    _show = True
