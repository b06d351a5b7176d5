// An account's pending requests, whose amounts are reserved from its balances.
import type { Address } from '@ton/core';
import { lpToken } from '../../core/accounts.ts';
import type { Account, TokenAddress } from '../../core/amount.ts';
import { type Pair, pairKey } from '../../core/pool.ts';
import type { ChainRequest, ChainRequests, ChainSend } from '../../ports/chain-requests.ts';
import { Overloaded } from '../../ports/venue.ts';
import type { AccountState, Chain } from '../chain.ts';
import { costOf, WALLET_FEE } from '../outbox/batch.ts';
import { endOf, executionOf, sentOf, seqnoOf } from '../outbox/execution.ts';
import { TON } from './dex.ts';
import type { StoredDecision } from './history.ts';
import { unpack } from './json.ts';

/** The most pending requests of an account. */
const MOST_PENDING = 250;

type Entry = {
  readonly request: ChainRequest;
  /** The send in which the request was signed; undefined if it is not signed. */
  readonly send: ChainSend | undefined;
  /** The token, other than TON, that each message of the request takes from the wallet; undefined for none. */
  readonly spent: readonly (Spent | undefined)[];
};

type Spent = { readonly token: TokenAddress; readonly units: bigint };

/** Must be read before the balances: an amount that leaves the wallet in between is then counted twice rather than not at all. */
export class Pending {
  /** The number of the account's last request; accepting another after it proves that no request is missing here. */
  readonly last: number;
  readonly #entries: readonly Entry[];

  private constructor(last: number, entries: readonly Entry[]) {
    this.last = last;
    this.#entries = entries;
  }

  static readonly NONE = new Pending(0, []);

  static async of(requests: Pick<ChainRequests, 'pending' | 'send'>, account: Account): Promise<Pending> {
    const { last, requests: found } = await requests.pending(account, MOST_PENDING);
    if (found.length === MOST_PENDING)
      throw new Overloaded(`${MOST_PENDING} of your orders are pending; wait for some of them to end`);
    const sends = new Map<number, ChainSend | undefined>();
    for (const { send } of found) if (send !== null && !sends.has(send)) sends.set(send, await requests.send(send));
    const entries = found.map((request) => ({
      request,
      send: request.send === null ? undefined : sends.get(request.send),
      spent: spentBy(request),
    }));
    return new Pending(last, entries);
  }

  /** True if a pending request uses the pair's LP account: tokens of two requests would mix there and could not be told apart. */
  stages({ tokenA, tokenB }: Pair): boolean {
    const pair = pairKey(tokenA, tokenB);
    return this.#entries.some(({ request }) => stagedPair(request) === pair);
  }

  /** TON that pending requests have yet to take from the wallet, whose seqno tells which messages it has executed. */
  nano(wallet: AccountState): bigint {
    const isDue = ({ send }: Entry) =>
      send?.state === 'live' ? seqnoOf(wallet) <= send.seqno : send?.state !== 'done';
    return this.#entries.filter(isDue).reduce((sum, { request }) => sum + costOf(request.messages) + WALLET_FEE, 0n);
  }

  /** Amount of a token that pending requests may have yet to take from the wallet. */
  units(token: TokenAddress): bigint {
    const all = this.#entries.flatMap(({ spent }) => spent.filter((one) => one?.token === token));
    return all.reduce((sum, one) => sum + (one?.units ?? 0n), 0n);
  }

  /** Identifies the reserved requests and amounts, to compare two reads; empty for none. */
  get counted(): string {
    const unitsOf = (spent: Entry['spent']) => spent.map((one) => one?.units ?? '').join(',');
    return this.#entries
      .map(({ request, send, spent }) => `${request.number} ${send?.state} ${unitsOf(spent)}`)
      .join('\n');
  }

  /**
   * Leaves out amounts that have already left the wallet, by asking the chain about each message: slow, so only done before a
   * request is refused for lack of funds.
   */
  async without(left: Left): Promise<Pending> {
    const entries: Entry[] = [];
    for (const entry of this.#entries) entries.push(await yetToLeave(entry, left));
    return new Pending(this.last, entries);
  }
}

type Left = { readonly chain: Chain; readonly wallet: Address };

async function yetToLeave(entry: Entry, { chain, wallet }: Left): Promise<Entry> {
  const { request, send: noted, spent } = entry;
  const end = noted?.state === 'live' ? await endOf(chain, wallet, noted, await chain.account(wallet)) : undefined;
  const send = noted && end?.state === 'done' ? { ...noted, ...end } : noted;
  if (send?.state !== 'done') return entry;
  const sent = sentOf(request, await executionOf(chain, wallet, send));
  const isDue = async (at: number) => sent[at] != null && !(await chain.taken(sent[at]));
  const due = await Promise.all(spent.map(async (one, at) => (one && (await isDue(at)) ? one : undefined)));
  return { request, send, spent: due };
}

function spentBy({ decision }: ChainRequest): Entry['spent'] {
  const decided = unpack<StoredDecision>(decision);
  if ('takesBack' in decided) return [];
  const { receipt } = decided;
  const of = (token: TokenAddress, units: bigint) => (token === TON ? undefined : { token, units });
  if (receipt.kind === 'transfer') return [of(receipt.token, receipt.amount)];
  if (receipt.kind === 'refund') return [of(lpToken(receipt.pool), receipt.lpTokens)];
  const first = of(receipt.tokenA, receipt.amountA);
  return receipt.kind === 'swap' ? [first] : [first, of(receipt.tokenB, receipt.amountB)];
}

/** The pair whose LP account a request uses; undefined if it uses none. */
function stagedPair({ kind, decision }: ChainRequest): string | undefined {
  if (kind !== 'provide' && kind !== 'takeBack') return undefined;
  const decided = unpack<StoredDecision>(decision);
  const pair = 'takesBack' in decided ? decided.takesBack : decided.receipt;
  return 'tokenA' in pair ? pairKey(pair.tokenA, pair.tokenB) : undefined;
}
