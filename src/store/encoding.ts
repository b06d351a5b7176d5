// Journal records as JSON text that an operator can read and query: amounts are integers of any size.
import type { Account, Amount, TokenAddress } from '../core/amount.ts';
import type { Receipt } from '../core/command.ts';
import type { Transfer } from '../core/ledger.ts';
import type { Rejection } from '../core/rejection.ts';

// A replacer costs several times the printing itself, so the amounts are made printable first.
export const encodeReceipt = (receipt: Receipt): string => JSON.stringify(printable(receipt));

function printable(record: Readonly<Record<string, unknown>>): object {
  const copy: Record<string, unknown> = {};
  for (const name in record) {
    const value = record[name];
    if (typeof value === 'bigint') copy[name] = isExact(value) ? Number(value) : JSON.rawJSON(value.toString());
    else copy[name] = typeof value === 'object' && value !== null ? printable(value as typeof record) : value;
  }
  return copy;
}

/** Whether a float holds it as it is. */
const isExact = (value: bigint): boolean => value >= 0n && value <= Number.MAX_SAFE_INTEGER;

/** Every number in a receipt is an amount, so every number is read as a bigint. */
export function decodeReceipt(text: string): Receipt {
  const receipt = JSON.parse(text);
  // A reviver costs several times the parsing itself, so it is only asked where a float has rounded.
  if (amountsAreExact(receipt)) return receipt;
  return JSON.parse(text, (_, value, { source }) => (typeof value === 'number' ? BigInt(source) : value)) as Receipt;
}

/** Turns numbers into bigints in place; false when one of them is too large to be exact. */
function amountsAreExact(record: Record<string, unknown>): boolean {
  return Object.entries(record).every(([name, value]) => {
    if (typeof value === 'object' && value !== null) return amountsAreExact(value as Record<string, unknown>);
    if (typeof value !== 'number') return true;
    if (!Number.isSafeInteger(value)) return false;
    record[name] = BigInt(value);
    return true;
  });
}

export const encodeTransfers = (transfers: readonly Transfer[]): string =>
  JSON.stringify(transfers.map(({ from, to, token, amount }) => [from, to, token, amount.toString()]));

export const decodeTransfers = (text: string): readonly Transfer[] =>
  (JSON.parse(text) as [Account, Account, TokenAddress, string][]).map(([from, to, token, amount]) => ({
    from,
    to,
    token,
    amount: BigInt(amount) as Amount,
  }));

export const encodeRejection = (rejection: Rejection): string => JSON.stringify(rejection);
export const decodeRejection = (text: string): Rejection => JSON.parse(text);
