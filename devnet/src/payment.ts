// Follows a payment of the faucet from account to account, so that it fails or ends when the payment does.
import { type Address, Cell, loadTransaction, type Transaction } from '@ton/core';
import type { Chain } from './chain/chain.ts';
import type { TransactionRow } from './chain/database.ts';
import { Refusal } from './toncenter/answer.ts';

/** The accounts that a payment passes, and the logical time of its transaction at the first of them. */
export type Payment = { readonly path: readonly Address[]; readonly lt: number };

/** True if the last account has executed the message of the one before it; throws if that cannot happen any more. */
export function hasArrived({ database }: Chain, { path, lt }: Payment): boolean {
  const [sender, ...rest] = path.map((address) => address.toRawString());
  let from = sender as string;
  let [row] = database.transactions(from, { fromLt: lt, toLt: lt - 1, limit: 1 });
  for (const to of rest) {
    const createdLt = row && messageTo(to, row);
    if (createdLt === undefined) throw notPaid(`${from} sent nothing to ${to}`);
    row = database.taker(from, to, createdLt);
    if (!row && database.queue('[]', 1).length > 0) return false;
    from = to;
  }
  // TON arrives even if the recipient's contract fails; a jetton wallet that fails sends the jettons back.
  const isToken = path.length > 2;
  if (!row || (isToken && isAborted(row))) throw notPaid(`${from} did not take it`);
  return true;
}

const notPaid = (why: string): Refusal => new Refusal(500, `nothing was paid: ${why}`);

/** The logical time of the message to an account that the transaction sent. */
function messageTo(to: string, row: TransactionRow): number | undefined {
  for (const { info } of parsed(row).outMessages.values())
    if (info.type === 'internal' && !info.bounced && info.dest.toRawString() === to) return Number(info.createdLt);
  return undefined;
}

function isAborted(row: TransactionRow): boolean {
  const { description } = parsed(row);
  return description.type !== 'generic' || description.aborted;
}

const parsed = ({ boc }: TransactionRow): Transaction =>
  loadTransaction((Cell.fromBoc(Buffer.from(boc))[0] as Cell).beginParse());
