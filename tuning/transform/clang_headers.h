// SPDX-License-Identifier: GPL-3.0-or-later
// Precompiled: what every file here needs from Clang.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/ParentMapContext.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/AST/TypeLoc.h>
#include <clang/Tooling/Core/Replacement.h>
