// What a reader of the document should know before the calls, and every failure.
import { readFileSync } from 'node:fs';
import type { AuthMode } from '../door/caller.ts';

const WHO: Readonly<Record<AuthMode, string>> = {
  local:
    'This exchange runs in local mode: a request without a key acts as the account `local`, which is also the operator.',
  keys: 'Calls that act for an account need `Authorization: Bearer <key>`.',
};

/** The table of docs/errors.md, which lies beside `src` and `dist` alike. */
export const errorTable = (): string =>
  readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8')
    .match(/^\|.*\|$/gm)
    ?.join('\n') ?? '';

export const guide = (
  auth: AuthMode,
): string => `Swaps, liquidity pools and liquidity-provider accounts on a durable double-entry ledger.

Amounts are whole tokens and exact: numbers are read from their text and written as exact decimals, and numeric strings
are accepted too. Most JSON parsers round numbers of more than 15 digits: send \`Amounts: string\`, and every amount, price
and rate of the answer is a string. ${WHO[auth]}

## Guide

1. \`getQuote\` says what a swap would pay. \`createSwap\` with that as its \`minReceived\` pays it, or is refused and changes nothing.
2. Give every call that changes something an \`Idempotency-Key\` of your own; only those about keys, sessions and webhooks take none.
   Whenever an answer is lost, or is a 503 or a 429 with \`Retry-After\`, send the same request with the same key again: it has one effect,
   and gets the first answer.
3. \`bulk\` carries up to 1000 changes in one request, each with its own outcome, or up to 100 that are all done or none.
4. Lists come a page at a time: pass \`nextCursor\` as \`cursor\` until it is null.
5. A failure answers \`{"error": "…"}\`. Show the message, and decide by the code in the header \`Error-Code\`; *Errors*
   at the end has them all.
6. For agents, these calls are tools of the Model Context Protocol at \`POST /mcp\`: those that change nothing, and the others by
   \`/mcp?scopes=market,account,trade,operator\`.
7. [/tokenlist.json](/tokenlist.json) has every token that is not hidden, as a token list for wallets and other programs.
`;
