"""The few elements of SVG that the pictures are made of."""
from xml.sax.saxutils import escape

MONOSPACE = "DejaVu Sans Mono, Menlo, Consolas, monospace"
SANS = "DejaVu Sans, Helvetica, Arial, sans-serif"


def document(width, height, parts):
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %g" width="%g" height="%g">' % (
        width, height, width, height)
    return "\n".join([head, *parts, "</svg>", ""])


def rectangle(x, y, width, height, fill, radius=0, stroke="none"):
    return '<rect x="%g" y="%g" width="%g" height="%g" rx="%g" fill="%s" stroke="%s"/>' % (
        x, y, width, height, radius, fill, stroke)


def text(x, y, words, size, fill, family=SANS, anchor="start", weight="normal", length=None):
    """One line of text. With `length` it is as wide as that in any font, so that columns stay columns."""
    fit = "" if length is None else ' textLength="%g" lengthAdjust="spacingAndGlyphs"' % length
    return ('<text x="%g" y="%g" font-family="%s" font-size="%g" font-weight="%s" text-anchor="%s" fill="%s"%s '
            'xml:space="preserve">%s</text>') % (x, y, family, size, weight, anchor, fill, fit, escape(words))


def arrow(points, colour):
    """A line through the points that ends in a head pointing right."""
    line = '<path d="M%s" fill="none" stroke="%s" stroke-width="2"/>' % (
        " L".join("%g %g" % point for point in points), colour)
    x, y = points[-1]
    return line + '<path d="M%g %g l-9 -5 v10 z" fill="%s"/>' % (x, y, colour)
