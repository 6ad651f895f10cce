# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# The Debian 12 packages that Latchboard needs to build, run and be tested; sourced by packaging/demo and packaging/test.

BUILD_PACKAGES=(build-essential cmake ninja-build pkg-config ccache
    qt6-base-dev qt6-base-dev-tools qt6-charts-dev qt6-svg-dev qt6-httpserver-dev qt6-websockets-dev
    qt6-tools-dev qt6-tools-dev-tools qt6-l10n-tools libqt6opengl6-dev libgl-dev libegl-dev
    libqt6sql6-psql libqt6sql6-sqlite libqt6svg6 qtkeychain-qt6-dev
    libpq-dev libspdlog-dev libb2-dev zlib1g-dev libsimdjson-dev libtomlplusplus-dev libcli11-dev libcurl4-openssl-dev libsystemd-dev)
RUN_PACKAGES=(postgresql-15 postgresql-client-15 pgbouncer fonts-dejavu-core fonts-noto-cjk)
TEST_PACKAGES=(python3-psycopg python3-psycopg-pool python3-django python3-psycopg2) # workers of other teams
SCREEN_PACKAGES=(xvfb xauth)
LINT_PACKAGES=(clang-format clang-tidy clazy)

# need_packages PACKAGE...: installs those that are missing; says what it would need and stops where it can't.
need_packages() {
    local missing=() package
    for package in "$@"; do
        [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && return 0
    if ! command -v apt-get >/dev/null; then
        echo "Latchboard is built from Debian 12's packages, and this machine has no apt-get. Missing: ${missing[*]}" >&2
        return 1
    fi
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            echo "These packages are missing, and there is no sudo to install them: ${missing[*]}" >&2
            echo "As root: apt-get install ${missing[*]}" >&2
            return 1
        fi
        as_root=(sudo)
    fi
    echo "Installing ${#missing[@]} packages: ${missing[*]}"
    # The server's own cluster of the package is not needed and not started: the demo and the tests make private ones.
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q update >/dev/null &&
        "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q install -y --no-install-recommends "${missing[@]}" >/dev/null || {
        echo "apt-get could not install: ${missing[*]}" >&2
        echo "Try by hand: ${as_root[*]} apt-get update && ${as_root[*]} apt-get install ${missing[*]}" >&2
        return 1
    }
}

# build PRESET: configures once and builds what has changed; there is nothing to see when nothing has.
build() {
    local preset=$1 log
    if [ ! -f "build/$preset/build.ninja" ]; then
        log=$(mktemp)
        cmake --preset "$preset" >"$log" 2>&1 || { cat "$log" >&2; rm -f "$log"; return 1; }
        rm -f "$log"
        echo "Building (preset $preset); the first time takes some minutes ..."
    fi
    cmake --build --preset "$preset" -j "$(nproc)"
}
