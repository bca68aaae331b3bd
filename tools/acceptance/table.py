"""Tables in Markdown, with columns that line up in a terminal."""


def short(value):
    """A number with four significant digits."""
    return "%.4g" % value if isinstance(value, float) else str(value)


def markdown(header, rows):
    cells = [[short(cell) for cell in row] for row in [header, *rows]]
    widths = [max(len(row[i]) for row in cells) for i in range(len(header))]
    lines = ["| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths)) + " |" for row in cells]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(lines)
