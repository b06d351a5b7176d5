// Lines of a report as records of the file.
import { type GainEntry, gainOf, isUnknown } from '../../core/gains/books.ts';
import { Mark } from '../../core/gains/lots.ts';
import type { Token } from '../../core/pool.ts';
import { orNull } from '../fields/market-records.ts';
import { whole } from '../fields/records.ts';

export function lineRecord(entry: GainEntry, token: Token, quote: Token) {
  const { posted, type, units, proceeds, cost, firstMs, lastMs } = entry;
  const inQuote = (base: bigint | null) => orNull(base, (known) => whole(known, quote));
  return {
    time: secondOf(posted.createdAtMs),
    sequence: posted.sequence,
    transactionId: posted.id,
    kind: kindOf(entry),
    type,
    token: token.address,
    symbol: token.symbol,
    amount: whole(units, token),
    quote: quote.symbol,
    proceeds: inQuote(proceeds),
    cost: inQuote(type === 'income' ? null : cost),
    gain: inQuote(gainOf(entry)),
    acquiredFirst: orNull(firstMs, dayOf),
    acquiredLast: orNull(lastMs, dayOf),
    marks: marksOf(entry).join(' '),
  };
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const secondOf = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

type Kind = Extract<
  GainEntry['posted']['receipt']['kind'],
  'swap' | 'matchOrders' | 'provide' | 'refund' | 'collectFees' | 'withdraw' | 'transfer'
>;

const kindOf = ({ posted, type }: GainEntry): Kind | 'referral' =>
  type === 'income' && posted.receipt.kind === 'swap' ? 'referral' : (posted.receipt.kind as Kind);

const COST_WORDS = {
  average: 'cost-average',
  deposit: 'cost-deposit',
  received: 'cost-received',
  unfollowed: 'cost-unfollowed',
  income: 'cost-income',
  thin: 'cost-thin',
} as const satisfies Record<keyof typeof Mark, string>;

function marksOf(entry: GainEntry): readonly string[] {
  const { type, proceeds, cost, proceedsBy, marks } = entry;
  const words: string[] = [];
  if (proceeds === null && isUnknown(entry)) words.push('no-price');
  if (proceedsBy !== 'exact') words.push(proceedsBy === 'thin' ? 'average thin' : 'average');
  if (cost === null && type !== 'income') words.push('cost-unknown');
  for (const name of Object.keys(COST_WORDS) as (keyof typeof COST_WORDS)[]) {
    if ((marks & Mark[name]) !== 0) words.push(COST_WORDS[name]);
  }
  return words;
}
