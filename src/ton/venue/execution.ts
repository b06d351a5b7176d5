// Accepts each command once, as a request with its final messages, and waits a while for its end.
import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Cell, internal } from '@ton/core';
import { messageCell } from '#devnet/contracts/wallet-v5';
import { tonAddress } from '../../address.ts';
import type { Account } from '../../core/amount.ts';
import { ENTROPY_VALUES, transactionId } from '../../core/settle/transaction-id.ts';
import { fingerprintOf } from '../../ledger/fingerprint.ts';
import type { ChainRequest, ChainRequests } from '../../ports/chain-requests.ts';
import { OutcomeUnknown, StoreUnavailable } from '../../ports/store.ts';
import type { Executed } from '../../ports/venue/trading.ts';
import {
  NotOnThisVenue,
  Overloaded,
  RefusedError,
  refused,
  SettlementFailed,
  TonFundsTooLow,
} from '../../ports/venue.ts';
import { Semaphore } from '../../thread/semaphore.ts';
import { Turns } from '../../thread/turns.ts';
import type { OutMessage } from '../dialect/dialect.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Wallets } from '../wallets/wallets.ts';
import type { Dex } from './dex.ts';
import { type ChainCommand, completedOf, resultOf, type StoredDecision, takeBackKey } from './history.ts';
import { pack, unpack } from './json.ts';
import { Pending } from './pending.ts';
import type { ChainPlan, Planner } from './planner.ts';
import { decisionFrom } from './sent-form.ts';

export type ExecutionOptions = {
  readonly dex: Dex;
  readonly planner: Planner;
  readonly outbox: Pick<Outbox, 'submit' | 'submitAfter' | 'sentWith'>;
  readonly wallets: Pick<Wallets, 'queryId'>;
  readonly requests: Pick<ChainRequests, 'find' | 'findUnder' | 'pending' | 'send'>;
  /** How long a caller waits for the outcome on the chain; after that the answer is `pending`. */
  readonly waitMs: number;
};

const LOOK_EVERY_MS = 50;
/** Attempts to accept a request while the same account sends requests to other nodes. */
const MOST_TRIES = 8;
/**
 * How many requests are planned at once, and how long one may wait for that: after so long its caller has given up, and must not
 * be surprised that it is carried out later.
 */
const [ACCEPTED_AT_ONCE, LONGEST_WAIT_MS] = [4, 30_000];

export class Execution {
  readonly #options: ExecutionOptions;
  /** Requests of one account are accepted one at a time: of two at once, the second would have to be planned again. */
  readonly #turns = new Turns();
  /** Limited, because sending and tracking share the endpoint with the planning of new requests. */
  readonly #places = new Semaphore(ACCEPTED_AT_ONCE);

  constructor(options: ExecutionOptions) {
    this.#options = options;
  }

  /** The request of a command, or the one already accepted with the same idempotency key. */
  async accept(command: ChainCommand, key?: string): Promise<ChainRequest> {
    const fingerprint = fingerprintOf(asRequested(command));
    const { requests } = this.#options;
    const { account } = command;
    const earlier = key === undefined ? undefined : await requests.findUnder(account, key);
    if (earlier) return same(earlier, fingerprint);
    if (tonAddress(account) !== null)
      throw new NotOnThisVenue(
        command.kind === 'transfer'
          ? `${account} signs in its own wallet: send from that wallet.`
          : `${account} signs in its own wallet: send buildSwap, buildProvide or buildRefund.`,
      );
    const named = key === undefined ? { key: null, fingerprint: null } : { key, fingerprint };
    const sinceMs = performance.now();
    const request = await this.#turns.run(account, () =>
      this.#places.run(async () => {
        if (performance.now() - sinceMs > LONGEST_WAIT_MS)
          throw new Overloaded('the orders before it took too long; try again');
        return this.#accept(command, named);
      }),
    );
    return key === undefined ? request : same(request, fingerprint);
  }

  /** Plans with the funds that pending requests leave, and accepts only if the account made no other request in between. */
  async #accept(command: ChainCommand, named: Pick<ChainRequest, 'key' | 'fingerprint'>): Promise<ChainRequest> {
    const { requests, outbox } = this.#options;
    const { account, kind } = command;
    const queryId = this.#options.wallets.queryId({ account, ...named });
    let refusedBy: string | undefined;
    for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
      const pending = await this.#pending(account, refusedBy !== undefined);
      const planned = await this.#planAfter(pending, command, queryId).catch((error: Error) => error);
      if (planned instanceof Error) {
        // A repeat may be refused because its own first request is about to spend the funds.
        const earlier = named.key === null ? undefined : await requests.findUnder(account, named.key);
        if (earlier) return earlier;
        // Funds that left between the reads of requests and balances were counted twice: retries, unless the same requests are pending.
        if (!isOfFunds(planned) || pending.counted === '' || pending.counted === refusedBy) {
          const sent = named.key === null ? undefined : await this.#sentBefore(command, queryId);
          if (!sent) throw planned;
          return (await outbox.submit({ ...sent, ...named }).catch(asUnknown)).request;
        }
        refusedBy = pending.counted;
        continue;
      }
      const { receipt, protocolFeePpm, deadlineS } = planned;
      const request = requestOf(account, kind, { receipt, protocolFeePpm }, planned.planned, deadlineS);
      const accepted = await outbox.submitAfter(pending.last, { ...request, ...named }).catch(asUnknown);
      if (accepted) return accepted.request;
    }
    throw new Overloaded('your account orders too much at once; try again');
  }

  /** The request that the wallet has sent for a command before the database was restored: the chain refuses what was done already. */
  async #sentBefore(command: ChainCommand, queryId: bigint) {
    const { dex, planner, outbox } = this.#options;
    const messages = await outbox.sentWith(command.account, queryId);
    if (!messages) return undefined;
    const decision = await decisionFrom(dex, command, messages);
    return {
      ...newRequest(command.account, command.kind, decision),
      ...{ messages, watch: pack(await planner.watchOf(command)), deadlineS: NEVER_SIGNED_S },
    };
  }

  async #pending(account: Account, isExact: boolean): Promise<Pending> {
    const { requests, dex, planner } = this.#options;
    const pending = await Pending.of(requests, account);
    return isExact ? pending.without({ chain: dex.chain, wallet: await planner.addressOf(account) }) : pending;
  }

  async #planAfter(pending: Pending, command: ChainCommand, queryId: bigint): Promise<ChainPlan> {
    if (command.kind === 'provide' && pending.stages(command))
      throw new Overloaded('an earlier change of your liquidity in this pool is still under way');
    const { planner } = this.#options;
    return command.kind === 'transfer'
      ? planner.planSend(command, pending, queryId)
      : planner.plan(command, pending, queryId);
  }

  /** Accepts a request that takes back the tokens which a failed one left in its LP account; only once for each failed request. */
  async takeBack(request: ChainRequest): Promise<void> {
    const { planner, outbox } = this.#options;
    const decision = unpack<StoredDecision>(request.decision);
    if ('takesBack' in decision) return;
    if (decision.receipt.kind === 'transfer') return;
    const { tokenA, tokenB } = decision.receipt;
    const planned = await planner.planTakeBack(request.account, { tokenA, tokenB });
    if (!planned) return;
    const key = takeBackKey(request.id);
    await outbox.submit({
      ...requestOf(request.account, 'takeBack', { takesBack: { tokenA, tokenB } }, planned, null),
      key,
      fingerprint: key,
    });
  }

  /** The outcome, or `pending` after the waiting time. */
  async ended(accepted: ChainRequest): Promise<Executed> {
    const { requests, waitMs } = this.#options;
    const untilMs = performance.now() + waitMs;
    // The request was accepted, so a failed look-up is ignored.
    const look = () => requests.find(accepted.id).catch(() => undefined);
    for (let request = accepted; ; request = (await look()) ?? request) {
      const done = completedOf(request);
      if (done) return done;
      if (request.status === 'failed') {
        const { reason = 'the chain does not say why', reasonCode } = resultOf(request);
        throw new SettlementFailed(request.id, reason, reasonCode);
      }
      if (performance.now() >= untilMs) return { status: 'pending', transactionId: request.id };
      await delay(LOOK_EVERY_MS);
    }
  }
}

/** A time of the chain that has passed: what the wallet has sent before is never signed again. */
const NEVER_SIGNED_S = 1;

/** Without permissions and figures that the exchange adds, which may differ when the request is repeated. */
function asRequested(command: ChainCommand): object {
  if (command.kind === 'transfer' && command.all) {
    const { amount: _, ...asked } = command;
    return asked;
  }
  if (command.kind !== 'provide') return command;
  const { mayCreatePool: _, coarse: __, ...asked } = command;
  return asked;
}

const isOfFunds = (error: Error): boolean =>
  error instanceof TonFundsTooLow || (error instanceof RefusedError && error.refusal.code === 'insufficient_funds');

/** Reports an unknown outcome if the database failed during the commit: it may have committed. */
function asUnknown(error: unknown): never {
  const isUnsure = error instanceof StoreUnavailable && (error.reason === 'failed' || error.reason === 'lost');
  throw isUnsure ? new OutcomeUnknown(error.message) : error;
}

function same(request: ChainRequest, fingerprint: string): ChainRequest {
  return request.fingerprint === fingerprint ? request : refused({ code: 'idempotency_key_reused' });
}

function storedMessage({ to, value, body, bounce = true, mark }: OutMessage): Cell {
  const message = internal({ to, value, body, bounce });
  return messageCell(mark === undefined ? message : { ...message, info: { ...message.info, createdLt: mark } });
}

function requestOf(
  account: Account,
  kind: string,
  decision: StoredDecision,
  planned: ChainPlan['planned'],
  deadlineS: number | null,
) {
  return {
    ...newRequest(account, kind, decision),
    messages: planned.messages.map((message) => storedMessage(message).toBoc().toString('base64')),
    watch: pack(planned.watch),
    deadlineS,
  };
}

function newRequest(account: Account, kind: string, decision: StoredDecision) {
  const createdAtMs = Date.now();
  const id = transactionId(createdAtMs, randomInt(1, 2 ** 48 - 1), randomInt(ENTROPY_VALUES));
  return { id, account, kind, decision: pack(decision), createdAtMs };
}
