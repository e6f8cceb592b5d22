# SPDX-License-Identifier: GPL-3.0-or-later
class StopCriterionReached(Exception):
    """The budget is spent."""
