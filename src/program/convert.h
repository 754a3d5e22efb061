/* convert_<type><n>[_sat][_rounding] and as_<type><n>: thousands of names, so each that a
 * program uses is made for it. */
#ifndef DPEX_PROGRAM_CONVERT_H
#define DPEX_PROGRAM_CONVERT_H

#include "base/text.h"
#include "program/token.h"

/* Appends a definition for each such name among the tokens. */
void dpex_convert_put(const dpex_tokens *tokens, int is_clang, dpex_text *out);

/* Whether the token is a conversion that names a rounding mode. */
int dpex_convert_rounds(const dpex_token *token);

#endif
