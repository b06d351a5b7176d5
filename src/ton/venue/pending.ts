// What an account has ordered and the chain has not done yet: so much of its balances is reserved.
import type { Address } from '@ton/core';
import { lpToken } from '../../core/accounts.ts';
import type { Account, TokenAddress } from '../../core/amount.ts';
import { type Pair, pairKey } from '../../core/pool.ts';
import type { ChainOrder, ChainOrders, ChainSend } from '../../ports/chain-orders.ts';
import { Overloaded } from '../../ports/venue.ts';
import type { AccountState, Chain } from '../chain.ts';
import { costOf, WALLET_FEE } from '../outbox/batch.ts';
import { endOf, executionOf, sentOf, seqnoOf } from '../outbox/execution.ts';
import { TON } from './dex.ts';
import type { Requested } from './history.ts';
import { unpack } from './json.ts';

/** Of one account: whoever wants more waits for some of them to end. */
const MOST_PENDING = 250;

type Entry = {
  readonly order: ChainOrder;
  /** What it was signed in; undefined while it may be signed. */
  readonly send: ChainSend | undefined;
  /** Beside TON, what leaves the account's wallets with its messages, in their order; undefined for nothing. */
  readonly spent: readonly (Spent | undefined)[];
};

type Spent = { readonly token: TokenAddress; readonly units: bigint };

/** To be read before the balances: what leaves the wallet in between is then counted twice, and never not at all. */
export class Pending {
  /** The number of the account's last order; whoever accepts another after it knows that there is none beside these. */
  readonly last: number;
  readonly #entries: readonly Entry[];

  private constructor(last: number, entries: readonly Entry[]) {
    this.last = last;
    this.#entries = entries;
  }

  static readonly NONE = new Pending(0, []);

  static async of(orders: Pick<ChainOrders, 'pending' | 'send'>, account: Account): Promise<Pending> {
    const { last, orders: found } = await orders.pending(account, MOST_PENDING);
    if (found.length === MOST_PENDING)
      throw new Overloaded(`${MOST_PENDING} of your orders are pending; wait for some of them to end`);
    const sends = new Map<number, ChainSend | undefined>();
    for (const { send } of found) if (send !== null && !sends.has(send)) sends.set(send, await orders.send(send));
    const entries = found.map((order) => ({
      order,
      send: order.send === null ? undefined : sends.get(order.send),
      spent: spentBy(order),
    }));
    return new Pending(last, entries);
  }

  /** Whether one of them passes the LP account of a pair: halves of two would meet there, and nobody could tell whose they are. */
  stages({ tokenA, tokenB }: Pair): boolean {
    const pair = pairKey(tokenA, tokenB);
    return this.#entries.some(({ order }) => stagedPair(order) === pair);
  }

  /** TON that is yet to leave the wallet, whose seqno tells what has left it. */
  nano(wallet: AccountState): bigint {
    const isDue = ({ send }: Entry) =>
      send?.state === 'live' ? seqnoOf(wallet) <= send.seqno : send?.state !== 'done';
    return this.#entries.filter(isDue).reduce((sum, { order }) => sum + costOf(order.messages) + WALLET_FEE, 0n);
  }

  /** What of a token may be yet to leave. */
  units(token: TokenAddress): bigint {
    const all = this.#entries.flatMap(({ spent }) => spent.filter((one) => one?.token === token));
    return all.reduce((sum, one) => sum + (one?.units ?? 0n), 0n);
  }

  /** Names what is counted; empty for nothing. */
  get counted(): string {
    const unitsOf = (spent: Entry['spent']) => spent.map((one) => one?.units ?? '').join(',');
    return this.#entries.map(({ order, send, spent }) => `${order.number} ${send?.state} ${unitsOf(spent)}`).join('\n');
  }

  /** Without what has left, by asking the chain about each message: worth it before somebody is refused. */
  async without(left: Left): Promise<Pending> {
    const entries: Entry[] = [];
    for (const entry of this.#entries) entries.push(await yetToLeave(entry, left));
    return new Pending(this.last, entries);
  }
}

type Left = { readonly chain: Chain; readonly wallet: Address };

async function yetToLeave(entry: Entry, { chain, wallet }: Left): Promise<Entry> {
  const { order, send: noted, spent } = entry;
  const end = noted?.state === 'live' ? await endOf(chain, wallet, noted, await chain.account(wallet)) : undefined;
  const send = noted && end?.state === 'done' ? { ...noted, ...end } : noted;
  if (send?.state !== 'done') return entry;
  const sent = sentOf(order, await executionOf(chain, wallet, send));
  const isDue = async (at: number) => sent[at] != null && !(await chain.taken(sent[at]));
  const due = await Promise.all(spent.map(async (one, at) => (one && (await isDue(at)) ? one : undefined)));
  return { order, send, spent: due };
}

function spentBy({ request }: ChainOrder): Entry['spent'] {
  const asked = unpack<Requested>(request);
  if ('takesBack' in asked) return [];
  const { receipt } = asked;
  const of = (token: TokenAddress, units: bigint) => (token === TON ? undefined : { token, units });
  if (receipt.kind === 'transfer') return [of(receipt.token, receipt.amount)];
  if (receipt.kind === 'refund') return [of(lpToken(receipt.pool), receipt.lpTokens)];
  const first = of(receipt.tokenA, receipt.amountA);
  return receipt.kind === 'swap' ? [first] : [first, of(receipt.tokenB, receipt.amountB)];
}

/** Undefined for a swap or a withdrawal. */
function stagedPair({ kind, request }: ChainOrder): string | undefined {
  if (kind !== 'provide' && kind !== 'takeBack') return undefined;
  const asked = unpack<Requested>(request);
  const pair = 'takesBack' in asked ? asked.takesBack : asked.receipt;
  return 'tokenA' in pair ? pairKey(pair.tokenA, pair.tokenB) : undefined;
}
