// Describes a transaction of any kind in one sentence whose amounts show all digits.
import type { GetActivityOutput } from '#client';
import { isOnChain } from '../../data/chain.ts';
import { isBuying } from '../../data/direction.ts';
import { oneTokenOf } from '../../data/one-token.ts';
import type { Tokens } from '../../data/tokens.ts';
import { percent, written } from '../../exact/figures.ts';
import { listed } from '../../words/format.ts';
import { type Id, t } from '../../words/words.ts';

export type ActivityEntry = GetActivityOutput['activity'][number];
export type Kind = ActivityEntry['kind'];
type Amount = { readonly amount: string; readonly symbol: string };
type Sentence = { readonly id: Id; readonly values: Readonly<Record<string, string | number | Amount>> };

type SymbolOf = (token: string) => string;

const STATUSES = ['listed', 'paused', 'hidden'] as const;
const statusOf = ({ status }: ActivityEntry) => STATUSES.find((known) => known === status) ?? 'changed';

type Unsettled = ActivityEntry & { readonly kind: 'swap' | 'provide' | 'refund' };

/** True if the chain has not settled the transaction yet, or if it failed there. */
export const isUnsettled = (done: ActivityEntry): done is Unsettled =>
  isOnChain && (done.status === 'pending' || done.status === 'failed');

/**
 * Worded for the account `viewer`, who "received" a transfer to it; without one, for the account that made the transaction. Pools are
 * named in the direction that the places of `tokens` give.
 */
export function sentenceOf(
  done: ActivityEntry,
  symbolOf: SymbolOf,
  tokens: Tokens,
  viewer: string | null = null,
): Sentence {
  const of = (amount: string | undefined, token: string | undefined): Amount => ({
    amount: amount ?? '0',
    symbol: symbolOf(token ?? ''),
  });
  // An LP token has the address of its pool.
  const isLp = done.token !== undefined && done.token === done.poolAddress;
  const amount = isLp ? { amount: done.amount ?? '0', symbol: 'LP' } : of(done.amount, done.token);
  const [a, b] = [of(done.amountA, done.tokenA), of(done.amountB, done.tokenB)];
  const isTurned = isBuying({ tokenA: done.tokenA ?? '', tokenB: done.tokenB ?? '' }, tokens);
  const pair = isTurned ? `${b.symbol}/${a.symbol}` : `${a.symbol}/${b.symbol}`;
  if (isUnsettled(done)) return { id: `chain.tx.${done.kind}`, values: { a, b } };
  const id = `activity.did.${done.kind}` as const;
  switch (id) {
    case 'activity.did.placeOrder':
      if (done.amountB !== undefined) return { id: 'activity.did.placeOrder.exact', values: { a, b } };
      return { id, values: { a, b: done.minReceived === undefined ? b.symbol : of(done.minReceived, done.tokenB) } };
    case 'activity.did.closeOrder':
    case 'activity.did.triggerOrder':
      return { id, values: { a } };
    case 'activity.did.matchOrders':
    case 'activity.did.swap':
      return { id, values: { a, b } };
    case 'activity.did.provide':
    case 'activity.did.refund': {
      const one = oneTokenOf(done);
      if (one === null) return { id, values: { a, b, pair } };
      const isIn = id === 'activity.did.provide';
      const values = { amount: of(one.amount, one.token), pair };
      return { id: isIn ? 'activity.did.provide.one' : 'activity.did.refund.one', values };
    }
    case 'activity.did.collectFees':
      return { id, values: { a, b, pair } };
    case 'activity.did.referral':
    case 'activity.did.deposit':
    case 'activity.did.withdraw':
      return { id, values: { amount } };
    case 'activity.did.transfer':
      return viewer !== null && done.to === viewer
        ? { id: 'activity.did.received', values: { amount, from: done.account } }
        : { id: 'activity.did.sent', values: { amount, to: done.to ?? '' } };
    case 'activity.did.createPool':
    case 'activity.did.setPoolFees':
      return {
        id,
        values: { pair, lpFee: percent(done.lpFee ?? '0'), protocolFee: percent(done.protocolFee ?? '0') },
      };
    case 'activity.did.registerToken':
      return { id, values: { token: amount.symbol } };
    case 'activity.did.setPoolStatus':
      return { id: `activity.did.pool.${statusOf(done)}`, values: { pair } };
    case 'activity.did.updateToken':
      return update(done, amount.symbol);
    case 'activity.did.forked':
      return { id, values: { number: `${done.log}`, lost: lostIn(done) } };
    // The statements of the exchange in the public log.
    default:
      return { id, values: { number: `${done.asOf}` } };
  }
}

/** At most so many transactions were signed and are gone: what was signed of them after the last common checkpoint is not known. */
const lostIn = ({ checkpoint = '', shared }: ActivityEntry): number =>
  Math.max(0, Number(checkpoint.split('\n')[1] ?? 0) - Number(shared ?? 0));

function update(done: ActivityEntry, token: string): Sentence {
  const { name, logo, status } = done;
  if (name === undefined && logo === undefined) {
    return { id: `activity.did.token.${statusOf(done)}`, values: { token } };
  }
  const changes = [
    name !== undefined && t('activity.change.name', { name }),
    logo !== undefined && t('activity.change.logo'),
    status !== undefined && t('activity.change.status', { status }),
  ].filter((change) => change !== false);
  return { id: 'activity.did.token.several', values: { token, changes: listed(changes) } };
}

export const textOf = ({ id, values }: Sentence): string =>
  t(
    id,
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        typeof value !== 'object' ? value : `${written(value.amount)} ${value.symbol}`,
      ]),
    ),
  );

/** On a chain a receipt is found by id: the sequence number there only counts the requests that this exchange has recorded. */
export const receiptOf = ({ transactionId, sequence }: Pick<ActivityEntry, 'transactionId' | 'sequence'>): string =>
  `/tx/${isOnChain ? transactionId : sequence}`;

/** Sorted by how often people look for them. */
export const KINDS: readonly Kind[] = [
  ...(['swap', 'provide', 'refund', 'deposit', 'withdraw', 'transfer', 'referral', 'collectFees'] as const),
  ...([
    'placeOrder',
    'triggerOrder',
    'closeOrder',
    'matchOrders',
    'createPool',
    'registerToken',
    'setPoolFees',
    'setPoolStatus',
    'updateToken',
    'liabilities',
    'audited',
    'forked',
  ] as const),
];
