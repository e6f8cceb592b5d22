# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds the programs of tools/counters and the recorded texts, for the tests beside it."""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(HERE, *[os.pardir] * 3, "tools", "counters"))


def recorded(name):
    return os.path.join(HERE, "recorded", name)
