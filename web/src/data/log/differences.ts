// Compares a transaction as the page shows it with its record in the log.
import type { GetTransactionOutput } from '#client';
import { unitsOf } from '../../exact/amount.ts';
import { type ProvenRow, type Reading, recorded } from './recorded.ts';

/** A field that differs; null where there is none. */
export type Difference = { readonly field: string; readonly shown: string | null; readonly logged: string | null };

/** The rows of the journal say nothing about reserves; transfers are not shown, but their sums, the entries. */
type Compared = Omit<GetTransactionOutput, 'pools' | 'transfers'>;

export function differencesOf(row: ProvenRow, done: GetTransactionOutput, reading: Reading): readonly Difference[] {
  const { pools: _, transfers: __, entries, ...rest } = done;
  const changes = entries.map(({ account, token, change }) => [`${account} · ${token}`, change]);
  const shown = leavesOf({ ...(rest satisfies Omit<Compared, 'entries'>), entries: Object.fromEntries(changes) });
  const logged = leavesOf(recorded(row, reading));
  const fields = [...new Set([...shown.keys(), ...logged.keys()])];
  return fields
    .map((field) => ({ field, shown: shown.get(field) ?? null, logged: logged.get(field) ?? null }))
    .filter(
      ({ field, shown: a, logged: b }) => !isSame(a, b) && !(field.startsWith('entries') && isNone(a) && isNone(b)),
    );
}

/** Texts by their way in the object: `route.0.amountA`. */
function leavesOf(value: unknown, name = ''): Map<string, string> {
  if (value === undefined || value === null) return new Map();
  if (typeof value !== 'object') return new Map([[name, String(value)]]);
  const inside = (member: string) => (name === '' ? member : `${name}.${member}`);
  return new Map(Object.entries(value).flatMap(([member, inner]) => [...leavesOf(inner, inside(member))]));
}

const FINEST = 40;
const isDecimal = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text);
/** A balance that stays as it was is no entry. */
const isNone = (text: string | null): boolean => text === null || !/[1-9]/.test(text);

/** `5` and `5.0` are the same amount. */
const isSame = (a: string | null, b: string | null): boolean =>
  a === b || (a !== null && b !== null && isDecimal(a) && isDecimal(b) && unitsOf(a, FINEST) === unitsOf(b, FINEST));

/** The tokens whose amounts are shown, each once. */
export const tokensIn = ({ tokenA, tokenB, token, feeToken, route = [], entries }: GetTransactionOutput): string[] => {
  const hops = route.flatMap((hop) => [hop.tokenA, hop.tokenB]);
  const named = [tokenA, tokenB, token, feeToken, ...hops, ...entries.map((entry) => entry.token)];
  return [...new Set(named.filter((one) => one !== undefined))];
};
