"""Tables in Markdown, and whether a wish was met."""


def table(head, rows):
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def verdict(met):
    """Plain words for one wish, or for several by name."""
    if isinstance(met, dict):
        missed = [name for name, one in met.items() if not one]
        return f"missed: {', '.join(missed)}" if missed else "met"
    return "met" if met else "missed"
