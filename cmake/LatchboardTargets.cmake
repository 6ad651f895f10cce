# SPDX-License-Identifier: GPL-3.0-or-later
# How every target of Latchboard is made: one folder of src/ is one static library or one program.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_AUTOMOC ON)
set(CMAKE_AUTOMOC_COMPILER_PREDEFINES OFF) # moc of Qt 6.4 stumbles over those of C++20's <compare>
set(CMAKE_AUTORCC ON)
set(CMAKE_AUTOUIC ON)

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    # The sloppiness is what ccache's manual asks for with precompiled headers.
    set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env CCACHE_SLOPPINESS=pch_defines,time_macros
        "${CCACHE_PROGRAM}")
endif()

# Reading headers is two thirds of a compilation here, so the common ones are read once for each library, and once for all
# tests. With LATCHBOARD_PCH off, each file must still compile by its own includes.
set(LATCHBOARD_PCH_HEADERS <QJsonArray> <QJsonDocument> <QJsonObject> <QString> <QStringList> <algorithm> <chrono>
    <functional> <map> <memory> <mutex> <optional> <random> <set> <stop_token> <string> <thread> <variant> <vector>)
function(latchboard_precompile target)
    if(LATCHBOARD_PCH)
        target_precompile_headers(${target} PRIVATE ${LATCHBOARD_PCH_HEADERS} ${ARGN})
    endif()
endfunction()

# One interface target carries warnings, Qt's switches and the sanitizers.
add_library(latchboard_flags INTERFACE)
# -Wno-restrict: GCC 12 sees an overlap in `"text" + std::string` at -O2 that is not there (its bug 105651).
target_compile_options(latchboard_flags INTERFACE
    "$<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess;-Wno-restrict>"
    -Wall -Wextra -Wpedantic -Wshadow=local -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-qual
    $<$<BOOL:${LATCHBOARD_WERROR}>:-Werror>)
target_compile_definitions(latchboard_flags INTERFACE
    QT_NO_CAST_FROM_BYTEARRAY QT_NO_CAST_TO_ASCII QT_NO_KEYWORDS QT_NO_FOREACH QT_STRICT_ITERATORS
    QT_DISABLE_DEPRECATED_BEFORE=0x060400
    LATCHBOARD_VERSION="${PROJECT_VERSION}")
target_include_directories(latchboard_flags INTERFACE "${CMAKE_SOURCE_DIR}/src")
if(LATCHBOARD_SANITIZE)
    target_compile_options(latchboard_flags INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=undefined
                           -fno-omit-frame-pointer)
    target_link_options(latchboard_flags INTERFACE -fsanitize=address,undefined)
endif()

# latchboard_library(name PUBLIC a b PRIVATE c d): all .cpp and .h of the current folder. These libraries have no QObject
# with signals of its own and no form, so nothing is generated for them.
function(latchboard_library name)
    cmake_parse_arguments(ARG "" "" "PUBLIC;PRIVATE" ${ARGN})
    file(GLOB sources CONFIGURE_DEPENDS *.cpp *.h)
    add_library(latchboard_${name} STATIC ${sources})
    set_target_properties(latchboard_${name} PROPERTIES AUTOMOC OFF AUTOUIC OFF AUTORCC OFF)
    target_link_libraries(latchboard_${name} PUBLIC latchboard_flags ${ARG_PUBLIC} PRIVATE ${ARG_PRIVATE})
    latchboard_precompile(latchboard_${name})
endfunction()

# latchboard_test(name LINKS a b): tests/<folder>/tst_<name>.cpp, run offscreen, with no settings of the user's.
function(latchboard_test name)
    cmake_parse_arguments(ARG "" "TIMEOUT" "LINKS;SOURCES" ${ARGN})
    if(NOT ARG_TIMEOUT)
        set(ARG_TIMEOUT 300)
    endif()
    add_executable(tst_${name} tst_${name}.cpp ${ARG_SOURCES})
    target_link_libraries(tst_${name} PRIVATE latchboard_test_main Qt6::Test ${ARG_LINKS})
    set_target_properties(tst_${name} PROPERTIES AUTOUIC OFF AUTORCC OFF)
    if(LATCHBOARD_PCH)
        target_precompile_headers(tst_${name} REUSE_FROM latchboard_test_main)
    endif()
    target_include_directories(tst_${name} PRIVATE "${CMAKE_SOURCE_DIR}/tests")
    target_compile_definitions(tst_${name} PRIVATE
        LATCHBOARD_SOURCE_DIR="${CMAKE_SOURCE_DIR}" LATCHBOARD_BINARY_DIR="${CMAKE_BINARY_DIR}"
        LATCHBOARD_TEST_DATA="${CMAKE_CURRENT_SOURCE_DIR}/data")
    add_test(NAME ${name} COMMAND tst_${name})
    set_tests_properties(${name} PROPERTIES TIMEOUT ${ARG_TIMEOUT}
        ENVIRONMENT "QT_QPA_PLATFORM=offscreen;LC_ALL=C.UTF-8;TZ=UTC;XDG_CONFIG_HOME=${CMAKE_BINARY_DIR}/test-home/config;XDG_STATE_HOME=${CMAKE_BINARY_DIR}/test-home/state;XDG_DATA_HOME=${CMAKE_BINARY_DIR}/test-home/data;XDG_CACHE_HOME=${CMAKE_BINARY_DIR}/test-home/cache;LATCHBOARD_LOOPBACK_ONLY=1;PGPASSFILE=/nonexistent;PGSERVICEFILE=/nonexistent;UBSAN_OPTIONS=print_stacktrace=1")
endfunction()
