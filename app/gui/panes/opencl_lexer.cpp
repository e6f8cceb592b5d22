// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/opencl_lexer.h"

namespace warpstring::gui {

namespace {

void setGround(QsciLexer& lexer, const Theme& theme, const QFont& font) {
    lexer.setDefaultFont(font);
    lexer.setFont(font);
    lexer.setDefaultPaper(theme.background);
    lexer.setDefaultColor(theme.text);
    lexer.setPaper(theme.background);
    lexer.setColor(theme.text);
}

} // namespace

const char* OpenClLexer::keywords(int set) const {
    if (set == 1)
        return "break case const continue default do else enum for goto if inline register restrict return "
               "sizeof static struct switch typedef union volatile while "
               "__kernel kernel __global global __local local __constant constant __private private "
               "__attribute__ __read_only __write_only read_only write_only";
    if (set == 2)
        return "void bool char uchar short ushort int uint long ulong half float double size_t ptrdiff_t "
               "char2 char3 char4 char8 char16 uchar2 uchar3 uchar4 uchar8 uchar16 short2 short3 short4 short8 "
               "short16 ushort2 ushort3 ushort4 ushort8 ushort16 int2 int3 int4 int8 int16 uint2 uint3 uint4 "
               "uint8 uint16 long2 long3 long4 long8 long16 ulong2 ulong3 ulong4 ulong8 ulong16 half2 half3 "
               "half4 half8 half16 float2 float3 float4 float8 float16 double2 double3 double4 double8 "
               "double16 "
               "get_global_id get_local_id get_group_id get_global_size get_local_size get_num_groups "
               "get_work_dim get_global_offset get_local_linear_id get_global_linear_id barrier mem_fence "
               "work_group_barrier sub_group_barrier get_sub_group_id get_sub_group_local_id";
    return nullptr;
}

const char* PatternLexer::keywords(int set) const {
    if (set == 1)
        return "size let in constant nearest wrap break case continue default do else for if return static "
               "struct switch typedef while";
    if (set == 2)
        return "map reduce scan partRed zip split join transpose iterate reorder gather slide pad take at iota "
               "fill stencil mapOverlap allpairs mapWorkgroup mapWorkgroup0 mapWorkgroup1 mapWorkgroup2 "
               "mapGlobal "
               "mapGlobal0 mapGlobal1 mapGlobal2 mapLocal mapLocal0 mapLocal1 mapLocal2 mapWarp mapLane mapSeq "
               "mapSeqUnroll reduceSeq reduceSeqUnroll scanSeq scanSeqUnroll reorderStride toLocal toGlobal "
               "toPrivate asVector asScalar "
               "bool char uchar short ushort int uint long ulong half float double void char2 char3 char4 "
               "uchar2 "
               "uchar3 uchar4 short2 short4 int2 int3 int4 int8 uint2 uint3 uint4 float2 float3 float4 float8 "
               "float16 double2 double3 double4";
    return nullptr;
}

void OpenClLexer::setTheme(const Theme& theme, const QFont& font) {
    setGround(*this, theme, font);
    for (const int style : {Comment, CommentLine, CommentDoc, CommentLineDoc}) setColor(theme.muted, style);
    setColor(theme.of(token_string::TokenKind::Wait), Number);
    setColor(theme.accent, Keyword);
    setColor(theme.of(token_string::TokenKind::Barrier), KeywordSet2);
    setColor(theme.of(token_string::TokenKind::SharedLoad), DoubleQuotedString);
    setColor(theme.of(token_string::TokenKind::SharedLoad), SingleQuotedString);
    setColor(theme.warning, PreProcessor);
    QFont bold = font;
    bold.setBold(true);
    setFont(bold, Keyword);
}

void TomlLexer::setTheme(const Theme& theme, const QFont& font) {
    setGround(*this, theme, font);
    setColor(theme.muted, Comment);
    setColor(theme.accent, Section);
    setColor(theme.of(token_string::TokenKind::Barrier), Key);
    setColor(theme.muted, Assignment);
    QFont bold = font;
    bold.setBold(true);
    setFont(bold, Section);
}

} // namespace warpstring::gui
