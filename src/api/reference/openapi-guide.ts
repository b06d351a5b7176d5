// The introduction of the OpenAPI document, and the table of all failures.
import { readFileSync } from 'node:fs';
import type { AuthMode } from '../door/caller.ts';

const WHO: Readonly<Record<AuthMode, string>> = {
  local:
    'This exchange runs in local mode: a request without a key acts as the account `local`, which is also the operator.',
  keys: 'Calls that act for an account need `Authorization: Bearer <key>`.',
};

/** The table of docs/errors.md; `docs` is a sibling of both `src` and `dist`. */
export const errorTable = (): string =>
  readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8')
    .match(/^\|.*\|$/gm)
    ?.join('\n') ?? '';

export const guide = (
  auth: AuthMode,
): string => `Swaps, liquidity pools and LP accounts on a durable double-entry ledger.

Amounts are exact and in whole tokens. They are JSON numbers with every digit; numeric strings are accepted too. Most JSON parsers round
numbers of more than 15 digits: send \`Amounts: string\` to receive every amount, price and rate as a string. ${WHO[auth]}

## Guide

1. \`getQuote\` returns what a swap would pay. Pass that amount to \`createSwap\` as \`minReceived\`: the swap pays at least as much, or it is
   refused and changes nothing.
2. Send your own \`Idempotency-Key\` with every change that takes one. If an answer is lost, or is a 503 or 429 with \`Retry-After\`, retry the
   same request with the same key. It takes effect once, and you get the first answer.
3. \`bulk\` sends up to 1000 changes in one request, each with its own result, or up to 100 that succeed or fail together.
4. Lists are paged: pass \`nextCursor\` as \`cursor\` until it is null.
5. A failed call returns \`{"error": "…"}\`. Show the message to people; let programs use the code in the header \`Error-Code\`. [/docs/errors](/docs/errors)
   lists all codes.
6. Agents can use these calls as Model Context Protocol tools at \`POST /mcp\`; by default read-only ones.
7. [/tokenlist.json](/tokenlist.json) is a token list of all tokens that are not hidden.
`;
