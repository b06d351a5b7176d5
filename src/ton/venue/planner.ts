// What a command sends to the chain: decided by the core over the chain's state, and nothing is signed.
import { randomBytes } from 'node:crypto';
import { Address } from '@ton/core';
import { tonAddress } from '../../address.ts';
import type { Account, Ppm } from '../../core/amount.ts';
import { decide } from '../../core/commands/command.ts';
import type { Policy } from '../../core/commands/kind.ts';
import { printDecimal } from '../../core/maths/decimal.ts';
import { Refused } from '../../core/refusal.ts';
import { NotOnThisVenue, refused, TonFundsTooLow } from '../../ports/venue.ts';
import { MESSAGE_FEE, WALLET_FEE } from '../outbox/batch.ts';
import type { Wallets } from '../wallets/wallets.ts';
import { type Dex, TON } from './dex.ts';
import type { ChainCommand } from './history.ts';
import { type Planned, provideMessages, refundMessages, swapMessages, type Terms } from './messages.ts';
import { Pending } from './pending.ts';
import type { ChainReceipt } from './receipts.ts';
import { type ChainState, listedPair, type Registry, readState } from './state.ts';

export type PlannerOptions = {
  readonly dex: Dex;
  /** Whether the contracts are Millpond's own, whose rules are the ledger's to the last. */
  readonly isOwn: boolean;
  /** Lists the tokens. */
  readonly registry: Registry;
  readonly wallets: Pick<Wallets, 'of'>;
  readonly policy: Policy;
  readonly slippagePpm: Ppm;
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

export type Plan = {
  readonly receipt: ChainReceipt;
  readonly protocolFeePpm: Ppm;
  readonly planned: Planned;
  readonly deadlineS: number;
};

export class Planner {
  readonly #options: PlannerOptions;

  constructor(options: PlannerOptions) {
    this.#options = options;
  }

  /** Of what the account has beyond its pending orders. */
  async plan(command: ChainCommand, pending = Pending.NONE): Promise<Plan> {
    refuseForeign(command);
    const { policy, slippagePpm } = this.#options;
    const { account } = command;
    const wallet = await this.addressOf(account);
    const nowMs = Date.now();
    const { state, receipt, funds } = await this.#decide(command, { wallet, pending, nowMs });
    const deadlineS = deadlineOf(command) ?? Math.floor(nowMs / 1000) + LIFE_S;
    const terms = { user: wallet, queryId: randomBytes(8).readBigUInt64BE(), deadlineS, slippagePpm };
    const planned = await this.#messages(command, receipt, { ...terms, state });
    checkGas(account, wallet, planned, funds);
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
    const funds = { heldNano: held.balance, dueNano: pending.nano(held) };
    const spendableNano = positive(funds.heldNano - funds.dueNano - RESERVE_NANO - ATTACHED_NANO[kind]);
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
    return { state, funds, receipt: decision.receipt as ChainReceipt };
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
}

/** TON of a wallet, and how much of it pending orders are yet to take. */
type TonFunds = { readonly heldNano: bigint; readonly dueNano: bigint };

function checkGas(account: Account, wallet: Address, { messages }: Planned, { heldNano, dueNano }: TonFunds): void {
  const carried = messages.reduce((sum, { value }) => sum + value + MESSAGE_FEE, 0n);
  const needed = carried + WALLET_FEE + RESERVE_NANO;
  if (heldNano - dueNano >= needed) return;
  const due = dueNano === 0n ? '' : `, of which pending orders take ${ton(dueNano)} TON`;
  throw new TonFundsTooLow(
    `The wallet of ${account} holds ${ton(heldNano)} TON${due}, but ${ton(needed)} TON is needed, most of which comes back; ` +
      `send TON to ${wallet.toString({ bounceable: false })}.`,
  );
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
