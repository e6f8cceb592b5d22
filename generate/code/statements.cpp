// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/code/statements.h"

#include <algorithm>

namespace warpstring::generate {

std::string toText(const Statements& statements, int level) {
    const std::string indent(static_cast<std::size_t>(level) * 4, ' ');
    std::string text;
    for (const Statement& statement : statements) {
        switch (statement.kind) {
        case Statement::Kind::Line: text += indent + statement.text + "\n"; break;
        case Statement::Kind::Barrier: text += indent + "barrier(" + statement.text + ");\n"; break;
        case Statement::Kind::Block: {
            if (!statement.before.empty()) text += indent + statement.before + "\n";
            const bool isBare = statement.body.size() == 1 &&
                                statement.body.front().kind == Statement::Kind::Line &&
                                !statement.text.empty() && !statement.body.front().text.starts_with("const ") &&
                                !statement.body.front().text.starts_with("//");
            text += indent + statement.text;
            if (isBare) {
                text += "\n" + toText(statement.body, level + 1);
            } else {
                text += std::string(statement.text.empty() ? "" : " ") + "{\n" +
                        toText(statement.body, level + 1) + indent + "}\n";
            }
            break;
        }
        }
    }
    return text;
}

bool hasBarrier(const Statements& statements) {
    return std::ranges::any_of(statements, [](const Statement& statement) {
        return statement.kind == Statement::Kind::Barrier || hasBarrier(statement.body);
    });
}

} // namespace warpstring::generate
