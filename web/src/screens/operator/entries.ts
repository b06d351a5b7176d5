// What the ledger will write for an act, before it is done: the same entries, in the same order, as it then has.
import { textOf, unitsOf } from '../../exact/amount.ts';

export type Entry = { readonly account: string; readonly token: string; readonly change: string };

export const ISSUER = 'the issuer';

type Movement = { readonly account: string; readonly token: string; readonly amount: string };

/** The issuer owes what is in circulation, so that its balance falls by what comes in. */
export const depositEntries = (movement: Movement): readonly Entry[] => moved(ISSUER, movement.account, movement);
export const withdrawEntries = (movement: Movement): readonly Entry[] => moved(movement.account, ISSUER, movement);

export type Collected = {
  readonly poolAddress: string;
  readonly to: string;
  readonly fees: readonly { readonly token: string; readonly amount: string }[];
};

/** Of a side on which nothing was collected, nothing is written. */
export const collectEntries = ({ poolAddress, to, fees }: Collected): readonly Entry[] =>
  fees.filter(({ amount }) => /[1-9]/.test(amount)).flatMap((fee) => moved(`pool ${poolAddress} fees`, to, fee));

const moved = (from: string, to: string, { token, amount }: { token: string; amount: string }): readonly Entry[] => [
  { account: from, token, change: `-${amount}` },
  { account: to, token, change: amount },
];

/** No token has more. */
const MOST_DECIMALS = 30;

/** What is left over of each token: of none, where the books are right. */
export function remainders(entries: readonly Entry[]): ReadonlyMap<string, string> {
  const sums = new Map<string, bigint>();
  for (const { token, change } of entries) {
    sums.set(token, (sums.get(token) ?? 0n) + unitsOf(change, MOST_DECIMALS));
  }
  return new Map([...sums].map(([token, sum]) => [token, textOf(sum, MOST_DECIMALS)]));
}

/** An account as a person says it; those with a space in their names are the exchange's own. */
export function accountWords(account: string): string {
  if (account === ISSUER) return 'The issuer';
  if (account === 'the lock') return 'The lock';
  if (!account.startsWith('pool ')) return account;
  return account.endsWith(' fees') ? 'Protocol fees of the pool' : 'The pool';
}
