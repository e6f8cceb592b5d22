# SPDX-License-Identifier: GPL-3.0-or-later
"""What is wrong, as an exception that carries the diagnostics."""

from __future__ import annotations

from typing import NamedTuple, Sequence

from . import _folder


class Diagnostic(NamedTuple):
    """One finding. `code` is stable and meant for programs; lines and columns count from 1, 0 where unknown."""

    code: str
    severity: str
    file: str
    line: int
    column: int
    message: str
    hint: str

    def __str__(self) -> str:
        place = _folder.shown(self.file)
        for number in (self.line, self.column):
            if place and number:
                place += f":{number}"
        text = f"{place}: " if place else ""
        text += f"{self.severity}: {self.message} [{self.code}]"
        return f"{text}\n  hint: {self.hint}" if self.hint else text


class WarpstringError(Exception):
    """Refused input, or a machine that does not do its part. `diagnostics` has every finding, in order."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        super().__init__("\n".join(str(each) for each in diagnostics))
        self.diagnostics: list[Diagnostic] = list(diagnostics)

    @property
    def code(self) -> str:
        """The code of the first error: "frontend.compile"."""
        errors = [each for each in self.diagnostics if each.severity == "error"]
        return (errors or self.diagnostics)[0].code


def refuse(code: str, message: str, hint: str, file: str = "") -> WarpstringError:
    """An error of this module's own, in the form of all others."""
    return WarpstringError([Diagnostic(code, "error", file, 0, 0, message, hint)])
