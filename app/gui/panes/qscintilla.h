// SPDX-License-Identifier: GPL-3.0-or-later
// QScintilla's headers, which use the keywords of Qt that we go without.
#pragma once

#include <QObject>

#pragma push_macro("signals")
#pragma push_macro("slots")
#undef signals
#undef slots
#define signals Q_SIGNALS
#define slots Q_SLOTS
#include <Qsci/qscicommandset.h>
#include <Qsci/qscilexercustom.h>
#include <Qsci/qsciscintilla.h>
#include <Qsci/qscistyle.h>
#pragma pop_macro("slots")
#pragma pop_macro("signals")
