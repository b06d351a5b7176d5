// What a list of balances shows to somebody who sees all that owners are given: the amounts of leaves, or nothing of them.
import { createHmac, hash } from 'node:crypto';
import { BalanceIds, BalanceLeaves, leafOfRecord } from '../../../src/transparency/format/balances.ts';

export type Holders = readonly { readonly account: string; readonly balance: number }[];
/** One list as an attacker sees it who knows which leaves are the own ones, in the order of its leaves. */
export type Seen = {
  /** The amounts of the others' leaves; empty if none are shown. */
  readonly amounts: readonly number[];
  /** All hashes that are shown, the own ones too. */
  readonly hashes: readonly string[];
};
export type Scheme = (holders: Holders, list: number, attacker: string) => Seen;

const SECRET = hash('sha256', 'the secret of the log', 'buffer');
const digest = (...names: readonly (string | number)[]) =>
  createHmac('sha256', SECRET).update(names.join('\n')).digest();

type Leaf = { readonly id: string; readonly account: string; readonly amount: number };
function seenBy(attacker: string, leaves: readonly Leaf[]): Seen {
  const sorted = leaves.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const amounts = sorted.filter(({ account }) => account !== attacker).map(({ amount }) => amount);
  return { amounts, hashes: sorted.map(({ id }) => id) };
}

/** One leaf a person, with its amount. */
export const withSums: Scheme = (holders, list, attacker) =>
  seenBy(
    attacker,
    holders.map(({ account, balance }) => ({ id: digest(list, account).toString('hex'), account, amount: balance })),
  );

/** Balances split into shares of a size that does not depend on the owner, but into 16 at least. */
export const withShares: Scheme = (holders, list, attacker) => {
  const most = holders.reduce((sum, { balance }) => sum + balance, 0) / 1024;
  const leaves = holders.flatMap(({ account, balance }) =>
    sharesOf(balance, most, (index) => digest(list, account, index).readUIntBE(0, 6) / 2 ** 48).map(
      (amount, index) => ({ id: digest(list, account, `share ${index}`).toString('hex'), account, amount }),
    ),
  );
  return seenBy(attacker, leaves);
};

function sharesOf(balance: number, most: number, random: (index: number) => number): readonly number[] {
  const shares: number[] = [];
  for (let left = balance; ; ) {
    const share = Math.floor(random(shares.length) * most);
    if (share >= left) {
      shares.push(left);
      break;
    }
    shares.push(share);
    left -= share;
  }
  if (shares.length >= 16) return shares;
  const cuts = Array.from({ length: 15 }, (_, index) => Math.floor(random(1000 + index) * balance)).sort(
    (a, b) => a - b,
  );
  return [...cuts, balance].map((cut, index) => cut - (cuts[index - 1] ?? 0));
}

/** The leaves that the exchange makes. */
export const asStated: Scheme = (holders, list) => {
  const leaves = new BalanceLeaves(new BalanceIds(SECRET, list, 'apple'));
  for (const { account, balance } of holders) leaves.add(account, BigInt(balance));
  return { amounts: [], hashes: [...leaves.sorted()].map((record) => leafOfRecord(record).toString('hex')) };
};
