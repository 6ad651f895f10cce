// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/context.h"
#include "sync/csv.h"

#include <functional>

namespace latchboard::cli {

/// Where CSV goes.
struct CsvOutput {
    sync::CsvWriter::Sink sink;
    std::function<bool()> isGood; ///< false once something could not be written
};

/// To stdout for "-", else to a file that is written beside and renamed at the end: a failed export leaves no half
/// file. Gives the exit code.
int writeCsv(const Context& context, const std::string& fileName,
             const std::function<base::Result<void>(const CsvOutput& output)>& produce);

} // namespace latchboard::cli
