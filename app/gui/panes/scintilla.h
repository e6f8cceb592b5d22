// SPDX-License-Identifier: GPL-3.0-or-later
// QScintilla's headers, which use Qt's keywords. Elsewhere `slots` is a name like any other.
#pragma once

// NOLINTBEGIN(readability-identifier-naming): the names are Qt's
#define signals Q_SIGNALS
#define slots Q_SLOTS
// NOLINTEND(readability-identifier-naming)
#include <Qsci/qscicommandset.h>
#include <Qsci/qscilexercpp.h>
#include <Qsci/qscilexercustom.h>
#include <Qsci/qscilexerproperties.h>
#include <Qsci/qsciscintilla.h>
#include <Qsci/qscistyle.h>
#include <Qsci/qscistyledtext.h>
#undef signals
#undef slots
