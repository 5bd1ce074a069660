"""Regular expressions that are compiled when they are first used.

Reading email needs hundreds. To compile them all took half of a server's start.
"""

import re
from typing import Any, cast

METHODS = ("search", "match", "fullmatch", "finditer", "findall", "split", "sub", "subn")


def regex(source: str, flags: int = 0) -> re.Pattern[str]:
    """Return what `re.compile` returns, or does the first time that it is asked anything."""
    return cast("re.Pattern[str]", _Pattern(source, flags))


class _Pattern:
    def __init__(self, source: str, flags: int) -> None:
        self.pattern = source
        self._flags = flags

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever a compiled one has
        compiled = re.compile(self.pattern, self._flags)
        vars(self).update({method: getattr(compiled, method) for method in METHODS})
        return getattr(compiled, name)
