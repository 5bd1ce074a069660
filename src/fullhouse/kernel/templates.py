"""Message templates written by hosts and staff, filled in with a few plain values.

A template can choose and insert. It cannot loop, call or reach into anything, so rendering always
ends and the result stays small.
"""

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache

from jinja2 import StrictUndefined, Template, TemplateError, TemplateSyntaxError, nodes
from jinja2.sandbox import ImmutableSandboxedEnvironment

LONGEST_TEMPLATE = 10_000
LONGEST_OUTPUT = 20_000
DEEPEST = 20
FILTERS = ("capitalize", "lower", "title", "trim", "upper")
ALLOWED = (
    nodes.Template,
    nodes.Output,
    nodes.TemplateData,
    nodes.Name,
    nodes.Const,
    nodes.If,
    nodes.CondExpr,
    nodes.Compare,
    nodes.Operand,
    nodes.Not,
    nodes.And,
    nodes.Or,
    nodes.Concat,
    nodes.Filter,
)
Value = str | int

# The body is plain text: letters escape it where they become HTML.
ENVIRONMENT = ImmutableSandboxedEnvironment(undefined=StrictUndefined, autoescape=False)


class TemplateProblem(Exception):
    """A template cannot be used: in which line, and why."""

    def __init__(self, line: int, reason: str) -> None:
        """Keep line and reason apart, for pages that show them."""
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


def validate(source: str, sample: Mapping[str, Value]) -> None:
    """Raise `TemplateProblem` if a template cannot be filled in with values such as these."""
    for name in _names(_parsed(source)):
        if name.name not in sample:
            raise TemplateProblem(name.lineno, _unknown(name.name, sample))
    if not render(source, sample).strip():
        raise TemplateProblem(1, "it would say nothing")


def render(source: str, values: Mapping[str, Value]) -> str:
    """Fill a template in, or raise `TemplateProblem`."""
    template = _compiled(source)
    try:
        text = template.render(values)
    except (TemplateError, TypeError) as error:
        raise TemplateProblem(1, str(error)) from error
    if len(text) > LONGEST_OUTPUT:
        raise TemplateProblem(1, f"it would write more than {LONGEST_OUTPUT:,} characters")
    return text


@lru_cache(maxsize=256)
def _compiled(source: str) -> Template:
    _parsed(source)
    return ENVIRONMENT.from_string(source)


def _parsed(source: str) -> nodes.Template:
    if len(source) > LONGEST_TEMPLATE:
        raise TemplateProblem(1, f"it is longer than {LONGEST_TEMPLATE:,} characters")
    try:
        tree = ENVIRONMENT.parse(source)
    except TemplateSyntaxError as error:
        raise TemplateProblem(error.lineno, error.message or "it cannot be read") from error
    except (RecursionError, ValueError) as error:
        raise TemplateProblem(1, "it is too entangled to be read") from error
    for node, depth in _walk(tree):
        _refuse(node, depth)
    return tree


def _refuse(node: nodes.Node, depth: int) -> None:
    if depth > DEEPEST:
        raise TemplateProblem(node.lineno, "it is nested too deeply")
    if not isinstance(node, ALLOWED):
        raise TemplateProblem(
            node.lineno, f"only plain values and {{% if %}} can be used here, no {_called(node)}"
        )
    if isinstance(node, nodes.Filter) and (
        node.name not in FILTERS or node.args or node.kwargs or node.dyn_args
    ):
        raise TemplateProblem(
            node.lineno, f"of the filters only {', '.join(FILTERS)} can be used here"
        )


def _called(node: nodes.Node) -> str:
    return {"For": "loops", "Getattr": "dots", "Getitem": "brackets", "Call": "calls"}.get(
        type(node).__name__, type(node).__name__.lower()
    )


def _walk(tree: nodes.Node) -> Iterator[tuple[nodes.Node, int]]:
    waiting = [(tree, 0)]
    while waiting:
        node, depth = waiting.pop()
        yield node, depth
        waiting += [(child, depth + 1) for child in node.iter_child_nodes()]


def _names(tree: nodes.Template) -> list[nodes.Name]:
    found = [node for node, _ in _walk(tree) if isinstance(node, nodes.Name)]
    return sorted(found, key=lambda name: name.lineno)


def _unknown(name: str, known: Collection[str]) -> str:
    return f"there is no {{{{ {name} }}}} in this message; there are {', '.join(sorted(known))}"
