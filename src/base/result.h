// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"

#include <cassert>
#include <utility>
#include <variant>

namespace latchboard::base {

/// Wraps an error so that a Result of any type can be made of it.
struct Unexpected {
    Error error;
    explicit Unexpected(Error e) : error(std::move(e)) {}
    Unexpected(ErrorKind kind, Text message, Text remedy = {})
        : error(makeError(kind, std::move(message), std::move(remedy))) {}
};

/// A value or an error: what std::expected<T, Error> will be in C++23. Ignoring one is a compiler warning.
template<typename T = void>
class [[nodiscard]] Result {
public:
    Result(T value) : m_state(std::in_place_index<0>, std::move(value)) {}
    Result(Unexpected unexpected) : m_state(std::in_place_index<1>, std::move(unexpected.error)) {}

    [[nodiscard]] bool ok() const { return m_state.index() == 0; }
    explicit operator bool() const { return ok(); }

    [[nodiscard]] T& value() & {
        assert(ok());
        return *std::get_if<0>(&m_state);
    }
    [[nodiscard]] const T& value() const& {
        assert(ok());
        return *std::get_if<0>(&m_state);
    }
    [[nodiscard]] T&& value() && {
        assert(ok());
        return std::move(*std::get_if<0>(&m_state));
    }
    [[nodiscard]] T& operator*() & { return value(); }
    [[nodiscard]] const T& operator*() const& { return value(); }
    [[nodiscard]] T&& operator*() && { return std::move(*this).value(); }
    [[nodiscard]] T* operator->() { return &value(); }
    [[nodiscard]] const T* operator->() const { return &value(); }

    [[nodiscard]] const Error& error() const {
        assert(!ok());
        return *std::get_if<1>(&m_state);
    }

private:
    std::variant<T, Error> m_state;
};

template<>
class [[nodiscard]] Result<void> {
public:
    Result() = default;
    Result(Unexpected unexpected) : m_failed(true), m_error(std::move(unexpected.error)) {}

    [[nodiscard]] bool ok() const { return !m_failed; }
    explicit operator bool() const { return ok(); }
    [[nodiscard]] const Error& error() const {
        assert(!ok());
        return m_error;
    }

private:
    bool m_failed = false;
    Error m_error;
};

} // namespace latchboard::base
