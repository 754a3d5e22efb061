#!/bin/sh
# Formatting of all C files but tables (.def), as .clang-format says. usage: check_format.sh CLANG_FORMAT [--fix]
set -e
cd "$(dirname "$0")/.."
format=$1
files=$(git ls-files 'src/*.c' 'src/*.h' 'python/core/*.c' 'python/core/*.h' 'tests/*.c' 'tests/*.h' 'bench/*.c' 'examples/*.c' 'include/*.h' \
    'src/*.inc' 'python/core/*.inc')
if [ "$2" = --fix ]; then
    echo "$files" | xargs "$format" -i
else
    echo "$files" | xargs "$format" --dry-run -Werror && echo "format: as .clang-format says"
fi
