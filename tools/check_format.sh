#!/bin/sh
# Formatting of all C files, as .clang-format says. usage: check_format.sh CLANG_FORMAT [--fix]
# Headers under include/dpex keep tables of short enums on one line, so only their code style is checked by review.
set -e
cd "$(dirname "$0")/.."
format=$1
files=$(git ls-files 'src/*.c' 'src/*.h' 'python/core/*.c' 'python/core/*.h' 'tests/*.c' 'tests/*.h' 'bench/*.c' 'examples/*.c' 'src/ops/fft/isa/*.inc')
if [ "$2" = --fix ]; then
    echo "$files" | xargs "$format" -i
else
    echo "$files" | xargs "$format" --dry-run -Werror && echo "format: as .clang-format says"
fi
