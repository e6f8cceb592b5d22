// SPDX-License-Identifier: GPL-3.0-or-later
// Does nothing: what it is linked with is the test.
int main() { return 0; }
