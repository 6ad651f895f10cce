// SPDX-License-Identifier: GPL-3.0-or-later
#include "sections.h"

#include <QCoreApplication>

#include <algorithm>
#include <cstdio>
#include <cstring>

/// latchboard_bench [--rounds N] [write] [decode] [run] [memory]: all parts where none is named. Ends with 1 where a
/// goal was missed.
int main(int argc, char** argv) {
    using namespace latchboard::bench;
    const QCoreApplication application(argc, argv);
    if (argc == 3 && std::strcmp(argv[1], "--large-page") == 0)
        return largePage(argv[2]);
    if (argc == 3 && std::strcmp(argv[1], "--long-window") == 0)
        return longWindow(argv[2]);
    int rounds = 5;
    std::vector<std::string> parts;
    for (int i = 1; i < argc; ++i) {
        if (std::strcmp(argv[i], "--rounds") == 0 && i + 1 < argc)
            rounds = std::max(1, std::atoi(argv[++i]));
        else
            parts.emplace_back(argv[i]);
    }
    const auto asked = [&](const char* part) {
        return parts.empty() || std::find(parts.begin(), parts.end(), part) != parts.end();
    };
    Figures figures;
    if (asked("decode"))
        measureDecoding(figures, rounds);
    if (asked("write"))
        measureWriting(figures, rounds);
    if (asked("run"))
        measureRuns(figures, rounds);
    if (asked("memory"))
        measureMemory(figures);
    figures.print();
    return figures.missed() > 0 ? 1 : 0;
}
