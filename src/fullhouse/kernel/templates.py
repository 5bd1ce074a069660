"""Message templates written by hosts and staff, filled in with a few plain values.

A template can choose and insert. It cannot loop, call or reach into anything, so rendering always
ends and the result stays small.
"""

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache

from jinja2 import StrictUndefined, Template, TemplateError, TemplateSyntaxError, nodes
from jinja2.sandbox import ImmutableSandboxedEnvironment

from fullhouse.locale import to_translate

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
CALLED = {"For": "loops", "Getattr": "dots", "Getitem": "brackets", "Call": "calls"}

# The body is plain text: letters escape it where they become HTML.
ENVIRONMENT = ImmutableSandboxedEnvironment(undefined=StrictUndefined, autoescape=False)


class TemplateProblem(Exception):
    """A template cannot be used: in which line, and why."""

    def __init__(self, line: int, text: str, **values: Value) -> None:
        """Keep line and reason apart, and the reason's values, for pages that translate it."""
        self.line, self.text, self.values = line, text, values
        # A reason without values may be Jinja's, with any sign in it.
        self.reason = text % _in_english(values) if values else text
        super().__init__(f"line {line}: {self.reason}")


def _in_english(values: Mapping[str, Value]) -> dict[str, str]:
    return {
        name: f"{value:,}" if isinstance(value, int) else value for name, value in values.items()
    }


def validate(source: str, sample: Mapping[str, Value]) -> None:
    """Raise `TemplateProblem` if a template cannot be filled in with values such as these."""
    for name in _names(_parsed(source)):
        if name.name not in sample:
            raise _unknown(name, sample)
    if not render(source, sample).strip():
        raise TemplateProblem(1, to_translate("it would say nothing"))


def render(source: str, values: Mapping[str, Value]) -> str:
    """Fill a template in, or raise `TemplateProblem`."""
    template = _compiled(source)
    try:
        text = template.render(values)
    except (TemplateError, TypeError) as error:
        raise TemplateProblem(1, str(error)) from error
    if len(text) > LONGEST_OUTPUT:
        raise TemplateProblem(
            1,
            to_translate("it would write more than %(most)s characters"),
            most=LONGEST_OUTPUT,
        )
    return text


@lru_cache(maxsize=256)
def _compiled(source: str) -> Template:
    _parsed(source)
    return ENVIRONMENT.from_string(source)


def _parsed(source: str) -> nodes.Template:
    if len(source) > LONGEST_TEMPLATE:
        raise TemplateProblem(
            1, to_translate("it is longer than %(most)s characters"), most=LONGEST_TEMPLATE
        )
    try:
        tree = ENVIRONMENT.parse(source)
    except TemplateSyntaxError as error:
        raise TemplateProblem(
            error.lineno, error.message or to_translate("it cannot be read")
        ) from error
    except (RecursionError, ValueError) as error:
        raise TemplateProblem(1, to_translate("it is too entangled to be read")) from error
    for node, depth in _walk(tree):
        _refuse(node, depth)
    return tree


def _refuse(node: nodes.Node, depth: int) -> None:
    if depth > DEEPEST:
        raise TemplateProblem(node.lineno, to_translate("it is nested too deeply"))
    if not isinstance(node, ALLOWED):
        raise TemplateProblem(
            node.lineno,
            to_translate("only plain values and {%% if %%} can be used here, no %(what)s"),
            what=_called(node),
        )
    if isinstance(node, nodes.Filter) and (
        node.name not in FILTERS or node.args or node.kwargs or node.dyn_args
    ):
        raise TemplateProblem(
            node.lineno,
            to_translate("of the filters only %(filters)s can be used here"),
            filters=", ".join(FILTERS),
        )


def _called(node: nodes.Node) -> str:
    name = type(node).__name__
    return CALLED.get(name, name.lower())


def _walk(tree: nodes.Node) -> Iterator[tuple[nodes.Node, int]]:
    waiting = [(tree, 0)]
    while waiting:
        node, depth = waiting.pop()
        yield node, depth
        waiting += [(child, depth + 1) for child in node.iter_child_nodes()]


def _names(tree: nodes.Template) -> list[nodes.Name]:
    found = [node for node, _ in _walk(tree) if isinstance(node, nodes.Name)]
    return sorted(found, key=lambda name: name.lineno)


def _unknown(name: nodes.Name, known: Collection[str]) -> TemplateProblem:
    return TemplateProblem(
        name.lineno,
        to_translate("there is no %(name)s in this message; there are %(names)s"),
        name=f"{{{{ {name.name} }}}}",
        names=", ".join(sorted(known)),
    )
