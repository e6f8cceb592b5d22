// SPDX-License-Identifier: GPL-3.0-or-later
// Whether this is built with AddressSanitizer, under which a test of thousands of cases takes a part of them.
#pragma once

namespace warpstring::test {

#if defined(__SANITIZE_ADDRESS__) // g++
inline constexpr bool isSanitized = true;
#elif defined(__has_feature) // clang
inline constexpr bool isSanitized = __has_feature(address_sanitizer);
#else
inline constexpr bool isSanitized = false;
#endif

} // namespace warpstring::test
