// Commands on their way to the chain: decided by the core, accepted with their final messages, awaited for a while.
import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Address, internal } from '@ton/core';
import { tonAddress } from '../../address.ts';
import type { Account, Ppm } from '../../core/amount.ts';
import { decide } from '../../core/commands/command.ts';
import type { Policy } from '../../core/commands/kind.ts';
import { printDecimal } from '../../core/maths/decimal.ts';
import { Refused } from '../../core/refusal.ts';
import { ENTROPY_VALUES, transactionId } from '../../core/settle/transaction-id.ts';
import { fingerprintOf } from '../../ledger/fingerprint.ts';
import type { ChainOrder, ChainOrders } from '../../ports/chain-orders.ts';
import { OutcomeUnknown, StoreUnavailable } from '../../ports/store.ts';
import {
  type Executed,
  NotOnThisVenue,
  Overloaded,
  RefusedError,
  refused,
  SettlementFailed,
  TonFundsTooLow,
} from '../../ports/venue.ts';
import { MESSAGE_FEE, WALLET_FEE } from '../outbox/batch.ts';
import { Lane } from '../outbox/lane.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { messageCell } from '../wallets/wallet-v5.ts';
import type { Wallets } from '../wallets/wallets.ts';
import { type Dex, TON } from './dex.ts';
import { type ChainCommand, completedOf, type Requested, resultOf, takeBackKey } from './history.ts';
import { pack, unpack } from './json.ts';
import {
  type Planned,
  provideMessages,
  refundMessages,
  swapMessages,
  type Terms,
  takeBackMessages,
} from './messages.ts';
import { Pending } from './pending.ts';
import type { ChainReceipt } from './receipts.ts';
import { type ChainState, listedPair, type Registry, readState } from './state.ts';
import { Turns } from './turns.ts';

export type ExecutionOptions = {
  readonly dex: Dex;
  /** Whether the contracts are Millpond's own, whose rules are the ledger's to the last. */
  readonly isOwn: boolean;
  /** Lists the tokens. */
  readonly registry: Registry;
  readonly wallets: Pick<Wallets, 'of'>;
  readonly outbox: Pick<Outbox, 'submit' | 'submitAfter'>;
  readonly orders: Pick<ChainOrders, 'order' | 'orderUnder' | 'pending' | 'send'>;
  readonly policy: Policy;
  readonly slippagePpm: Ppm;
  /** How long an answer waits for the chain. */
  readonly waitMs: number;
};

/** TON that a wallet keeps for its own storage and the network's fees. */
const RESERVE_NANO = 50_000_000n;
/** What messages of each kind carry at most beside what is offered; most of it comes back. */
const ATTACHED_NANO: Readonly<Record<ChainCommand['kind'], bigint>> = {
  swap: 300_000_000n,
  provide: 600_000_000n,
  refund: 800_000_000n,
};
/** An order that could not be sent for so long is not wanted any more, unless it says so itself. */
const LIFE_S = 600;
const LOOK_EVERY_MS = 50;
/** Of an account that orders on several nodes at once. */
const MOST_TRIES = 8;
/** Accounts whose orders are planned at once; whoever has waited longer than that has given up, and must not be surprised later. */
const [ACCEPTED_AT_ONCE, LONGEST_WAIT_MS] = [4, 30_000];

export type Plan = {
  readonly receipt: ChainReceipt;
  readonly protocolFeePpm: Ppm;
  readonly planned: Planned;
  readonly deadlineS: number;
};

export class Execution {
  readonly #options: ExecutionOptions;
  /** Of two orders of an account the second would have to be planned again. */
  readonly #turns = new Turns();
  /** What is sent and followed shares the endpoint with who orders, and must not wait for all of them. */
  readonly #lane = new Lane(ACCEPTED_AT_ONCE);

  constructor(options: ExecutionOptions) {
    this.#options = options;
  }

  /** The order of a command, or the one that was accepted under its key before. */
  async accept(command: ChainCommand, key?: string): Promise<ChainOrder> {
    const fingerprint = fingerprintOf(command);
    const { orders } = this.#options;
    const { account } = command;
    const earlier = key === undefined ? undefined : await orders.orderUnder(account, key);
    if (earlier) return same(earlier, fingerprint);
    if (tonAddress(account) !== null)
      throw new NotOnThisVenue(`${account} signs in its own wallet: send buildSwap, buildProvide or buildRefund.`);
    const named = key === undefined ? { key: null, fingerprint: null } : { key, fingerprint };
    const sinceMs = performance.now();
    const order = await this.#turns.run(account, () =>
      this.#lane.run(async () => {
        if (performance.now() - sinceMs > LONGEST_WAIT_MS)
          throw new Overloaded('the orders before it took too long; try again');
        return this.#accept(command, named);
      }),
    );
    return key === undefined ? order : same(order, fingerprint);
  }

  /** Planned by all that the account has ordered before, and accepted only if that is still all. */
  async #accept(command: ChainCommand, named: Pick<ChainOrder, 'key' | 'fingerprint'>): Promise<ChainOrder> {
    const { orders, outbox } = this.#options;
    const { account, kind } = command;
    let refusedBy: string | undefined;
    for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
      const pending = await this.#pending(account, refusedBy !== undefined);
      const planned = await this.#planAfter(pending, command).catch((error: Error) => error);
      if (planned instanceof Error) {
        // A repeat finds spoken for what its own order is about to spend.
        const earlier = named.key === null ? undefined : await orders.orderUnder(account, named.key);
        if (earlier) return earlier;
        // What left between the two was counted twice, unless the same was still to leave afterwards.
        if (!isOfFunds(planned) || pending.counted === '' || pending.counted === refusedBy) throw planned;
        refusedBy = pending.counted;
        continue;
      }
      const { receipt, protocolFeePpm, deadlineS } = planned;
      const asked = orderOf(account, kind, { receipt, protocolFeePpm }, planned.planned, deadlineS);
      const accepted = await outbox.submitAfter(pending.last, { ...asked, ...named }).catch(asUnknown);
      if (accepted) return accepted.order;
    }
    throw new Overloaded('your account orders too much at once; try again');
  }

  async #pending(account: Account, isExact: boolean): Promise<Pending> {
    const { orders, dex } = this.#options;
    const pending = await Pending.of(orders, account);
    return isExact ? pending.without({ chain: dex.chain, wallet: await this.addressOf(account) }) : pending;
  }

  async #planAfter(pending: Pending, command: ChainCommand): Promise<Plan> {
    if (command.kind === 'provide' && pending.stages(command))
      throw new Overloaded('an earlier change of your liquidity in this pool is still under way');
    return this.plan(command, pending);
  }

  /** Decides and says what to send, of what is not spoken for; nothing is signed. */
  async plan(command: ChainCommand, pending = Pending.NONE): Promise<Plan> {
    refuseForeign(command);
    const { policy, slippagePpm } = this.#options;
    const { account } = command;
    const wallet = await this.addressOf(account);
    const nowMs = Date.now();
    const { state, receipt, purse } = await this.#decide(command, { wallet, pending, nowMs });
    const deadlineS = deadlineOf(command) ?? Math.floor(nowMs / 1000) + LIFE_S;
    const terms = { user: wallet, queryId: randomBytes(8).readBigUInt64BE(), deadlineS, slippagePpm };
    const planned = await this.#messages(command, receipt, { ...terms, state });
    checkGas(account, wallet, planned, purse);
    return { receipt, protocolFeePpm: (state.found?.pool ?? policy.rates).protocolFeePpm, planned, deadlineS };
  }

  async #decide(
    command: ChainCommand,
    { wallet, pending, nowMs }: { readonly wallet: Address; readonly pending: Pending; readonly nowMs: number },
  ) {
    const { dex, policy, registry, isOwn } = this.#options;
    const { account, kind } = command;
    const listed = await listedPair(registry, command);
    const held = await dex.chain.account(wallet);
    const purse = { heldNano: held.balance, dueNano: pending.nano(held) };
    const spendableNano = positive(purse.heldNano - purse.dueNano - RESERVE_NANO - ATTACHED_NANO[kind]);
    const holder = { account, wallet, spendableNano, pending };
    const state = await readState(dex, command, { ...listed, policy, nowMs, holder });
    if (kind === 'provide' && !isOwn && (state.found?.supply ?? 0n) === 0n)
      throw new NotOnThisVenue(
        'The first liquidity of a pool of STON.fi is partly or wholly locked there; make the pool in their own app.',
      );
    // The core lets funds leave what is paused, but a locked pool would keep the TON that a burn carries.
    if (kind === 'refund' && state.found?.data.isLocked) {
      const { tokenA, tokenB } = listed.tokens;
      return refused({ code: 'pool_paused', tokenA: tokenA.symbol, tokenB: tokenB.symbol });
    }
    const decision = decide(command, state);
    if (decision instanceof Refused) return refused(decision.refusal);
    return { state, purse, receipt: decision.receipt as ChainReceipt };
  }

  async #messages(
    command: ChainCommand,
    receipt: ChainReceipt,
    { state, ...terms }: Terms & { readonly state: ChainState },
  ): Promise<Planned> {
    const { dex } = this.#options;
    const { found } = state;
    if (command.kind === 'provide' && receipt.kind === 'provide')
      return provideMessages(dex, command, receipt, { ...terms, found });
    // The core has refused everything else without a pool.
    if (!found) throw new Error(`a ${command.kind} was decided without a pool`);
    if (command.kind === 'swap' && receipt.kind === 'swap') {
      const referrer = command.referrer && (await this.addressOf(command.referrer));
      if (referrer && command.tokenB === TON) await this.#refuseAbsent(referrer);
      return swapMessages(dex, command, receipt, { ...terms, found, ...(referrer && { referrer }) });
    }
    if (command.kind === 'refund' && receipt.kind === 'refund')
      return refundMessages(dex, command, receipt, { ...terms, found });
    throw new Error(`a ${command.kind} was answered with a ${receipt.kind}`);
  }

  /** pTON of version 1 keeps what an account without code sends back. */
  async #refuseAbsent(referrer: Address): Promise<void> {
    const { dex, isOwn } = this.#options;
    if (isOwn || dex.dialect.version !== 1 || (await dex.chain.account(referrer)).status === 'active') return;
    throw new NotOnThisVenue(
      `The referrer's wallet ${referrer} was never used, so that its fee in TON would be lost; send TON from it once, or leave out the referrer.`,
    );
  }

  /** Who goes by an address of the chain has that; every other account has a wallet here. */
  async addressOf(account: Account): Promise<Address> {
    const address = tonAddress(account);
    return address === null ? (await this.#options.wallets.of(account)).address : Address.parse(address);
  }

  /** Accepts, once, the order that takes back what another one has left in its LP account. */
  async takeBack(order: ChainOrder): Promise<void> {
    const { dex, wallets, outbox } = this.#options;
    const request = unpack<Requested>(order.request);
    if ('takesBack' in request) return;
    const { tokenA, tokenB } = request.receipt;
    const user = (await wallets.of(order.account)).address;
    const queryId = randomBytes(8).readBigUInt64BE();
    const planned = await takeBackMessages(dex, { tokenA, tokenB }, { user, queryId });
    if (!planned) return;
    const key = takeBackKey(order.id);
    await outbox.submit({
      ...orderOf(order.account, 'takeBack', { takesBack: { tokenA, tokenB } }, planned, null),
      key,
      fingerprint: key,
    });
  }

  /** How it ended, or after a while that it has not. */
  async ended(accepted: ChainOrder): Promise<Executed> {
    const { orders, waitMs } = this.#options;
    const untilMs = performance.now() + waitMs;
    // It was accepted: that it cannot be looked up for a moment changes nothing about that.
    const look = () => orders.order(accepted.id).catch(() => undefined);
    for (let order = accepted; ; order = (await look()) ?? order) {
      const done = completedOf(order);
      if (done) return done;
      if (order.status === 'failed')
        throw new SettlementFailed(order.id, resultOf(order).reason ?? 'the chain does not say why');
      if (performance.now() >= untilMs) return { status: 'pending', transactionId: order.id };
      await delay(LOOK_EVERY_MS);
    }
  }
}

const isOfFunds = (error: Error): boolean =>
  error instanceof TonFundsTooLow || (error instanceof RefusedError && error.refusal.code === 'insufficient_funds');

/** TON of a wallet, and what of it is for orders that have not left yet. */
type Purse = { readonly heldNano: bigint; readonly dueNano: bigint };

function checkGas(account: Account, wallet: Address, { messages }: Planned, { heldNano, dueNano }: Purse): void {
  const carried = messages.reduce((sum, { value }) => sum + value + MESSAGE_FEE, 0n);
  const needed = carried + WALLET_FEE + RESERVE_NANO;
  if (heldNano - dueNano >= needed) return;
  const due = dueNano === 0n ? '' : `, of which pending orders take ${ton(dueNano)} TON`;
  throw new TonFundsTooLow(
    `The wallet of ${account} holds ${ton(heldNano)} TON${due}, but ${ton(needed)} TON is needed, most of which comes back; ` +
      `send TON to ${wallet.toString({ bounceable: false })}.`,
  );
}

/** A database that fails while it commits may have committed. */
function asUnknown(error: unknown): never {
  const isUnsure = error instanceof StoreUnavailable && (error.reason === 'failed' || error.reason === 'lost');
  throw isUnsure ? new OutcomeUnknown(error.message) : error;
}

function same(order: ChainOrder, fingerprint: string): ChainOrder {
  return order.fingerprint === fingerprint ? order : refused({ code: 'idempotency_key_reused' });
}

/** What the contracts have no message for. */
function refuseForeign(command: ChainCommand): void {
  if (command.kind === 'swap' && (command.route?.length ?? 1) > 1)
    throw new NotOnThisVenue('On TON a swap passes one pool; leave out the route, or swap in two steps.');
  if (command.kind === 'provide' && (command.amountA === 0n || command.amountB === 0n))
    throw new NotOnThisVenue('On TON liquidity is provided with both tokens.');
  if (command.kind === 'refund' && command.only)
    throw new NotOnThisVenue('On TON liquidity is withdrawn in both tokens.');
  if (command.kind === 'refund' && (command.minA !== undefined || command.minB !== undefined))
    throw new NotOnThisVenue('The contracts have no minimum for a withdrawal; leave out minToken1 and minToken2.');
}

const deadlineOf = (command: ChainCommand): number | undefined =>
  command.kind === 'swap' && command.deadlineMs !== undefined ? Math.floor(command.deadlineMs / 1000) : undefined;

const positive = (value: bigint): bigint => (value > 0n ? value : 0n);
const ton = (nano: bigint): string => printDecimal(nano, 9);

function orderOf(account: Account, kind: string, request: Requested, planned: Planned, deadlineS: number | null) {
  const createdAtMs = Date.now();
  return {
    id: transactionId(createdAtMs, randomInt(1, 2 ** 48 - 1), randomInt(ENTROPY_VALUES)),
    account,
    kind,
    request: pack(request),
    messages: planned.messages.map(({ to, value, body }) =>
      messageCell(internal({ to, value, body, bounce: true }))
        .toBoc()
        .toString('base64'),
    ),
    watch: pack(planned.watch),
    deadlineS,
    createdAtMs,
  };
}
