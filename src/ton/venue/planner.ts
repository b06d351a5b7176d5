// Plans the messages of a command: reads the chain's state, lets the core decide, and builds unsigned messages.
import { Address } from '@ton/core';
import { tonAddress } from '../../address.ts';
import { type Account, type Ppm, ppm } from '../../core/amount.ts';
import { decide } from '../../core/commands/command.ts';
import type { Policy } from '../../core/commands/kind.ts';
import type { Pair } from '../../core/pool.ts';
import { Refused } from '../../core/refusal.ts';
import { NotOnThisVenue, refused } from '../../ports/venue.ts';
import type { SendWatch, Watch } from '../trace/watch.ts';
import { randomQueryId, type Wallets } from '../wallets/wallets.ts';
import { type Dex, TON } from './dex.ts';
import type { GasPriceCheck } from './gas-price.ts';
import type { ChainCommand, DexCommand } from './history.ts';
import {
  type MessageTerms,
  type Planned,
  provideMessages,
  refundMessages,
  swapMessages,
  takeBackMessages,
  watchOf,
} from './messages.ts';
import { Pending } from './pending.ts';
import { type DexReceipt, refuseOneSidedBurn, type SendCommand } from './receipts.ts';
import { type PlannedSend, planSend, sendWatch } from './sending.ts';
import { type ChainState, listedPair, type Registry, readState } from './state.ts';
import { checkGas, spendableNano } from './ton-funds.ts';

export type PlannerOptions = {
  readonly dex: Dex;
  /** True for Millpond's own contracts, whose rules equal the ledger's exactly, except that a burn pays both tokens or nothing. */
  readonly isOwn: boolean;
  readonly registry: Registry;
  readonly wallets: Pick<Wallets, 'of'>;
  readonly policy: Policy;
  readonly slippagePpm: Ppm;
  readonly gasPrice: Pick<GasPriceCheck, 'refuseHigher'>;
};

/** The most TON that messages of each kind carry for gas, in addition to the amounts traded; most of it comes back. */
const ATTACHED_NANO: Readonly<Record<DexCommand['kind'], bigint>> = {
  swap: 300_000_000n,
  provide: 600_000_000n,
  refund: 800_000_000n,
};
/** Lifetime of a request that names no deadline. */
const LIFE_S = 600;

type PlanOf<Receipt, Messages> = {
  readonly receipt: Receipt;
  readonly protocolFeePpm: Ppm;
  readonly planned: Messages;
  readonly deadlineS: number;
  /** The chain's time when the plan was made. */
  readonly chainTimeS: number;
};
export type ChainPlan = PlanOf<DexReceipt, Planned> | PlanOf<SendCommand, PlannedSend>;

export class Planner {
  readonly #options: PlannerOptions;

  constructor(options: PlannerOptions) {
    this.#options = options;
  }

  /** Plans a swap, provide or refund with the funds that pending requests do not use. */
  async plan(
    command: DexCommand,
    pending = Pending.NONE,
    queryId = randomQueryId(),
  ): Promise<PlanOf<DexReceipt, Planned>> {
    refuseUnsupported(command);
    const { policy, slippagePpm, gasPrice } = this.#options;
    await gasPrice.refuseHigher();
    const { account } = command;
    const wallet = await this.addressOf(account);
    const { state, receipt, funds, chainTimeS } = await this.#decide(command, wallet, pending);
    const deadlineS = deadlineOf(command) ?? chainTimeS + LIFE_S;
    const terms = { user: wallet, queryId, deadlineS, slippagePpm };
    const planned = await this.#messages(command, receipt, { ...terms, state });
    checkGas(account, wallet, planned.messages, funds);
    const { protocolFeePpm } = state.found?.pool ?? policy.rates;
    return { receipt, protocolFeePpm, planned, deadlineS, chainTimeS };
  }

  /** Plans a transfer with the funds that pending requests do not use. */
  async planSend(command: SendCommand, pending: Pending, queryId: bigint): Promise<PlanOf<SendCommand, PlannedSend>> {
    const { dex, registry, policy, gasPrice } = this.#options;
    await gasPrice.refuseHigher();
    const [wallet, to] = await Promise.all([this.addressOf(command.account), this.addressOf(command.to)]);
    const sending = await planSend(command, { dex, registry, policy, wallet, to, pending, queryId });
    const { receipt, planned, chainTimeS } = sending;
    return { receipt, protocolFeePpm: ppm(0n), planned, deadlineS: chainTimeS + LIFE_S, chainTimeS };
  }

  /** Plans to take back tokens that a provision left in the LP account; undefined if there is no LP account. */
  async planTakeBack(account: Account, pair: Pair): Promise<Planned | undefined> {
    const { dex, gasPrice } = this.#options;
    // Waiting is safe: the tokens stay in the LP account, while a take-back with too little gas could stop half-way.
    await gasPrice.refuseHigher();
    const user = await this.addressOf(account);
    return takeBackMessages(dex, pair, { user, queryId: randomQueryId() });
  }

  /** The watch of messages that a wallet has sent for a command. */
  async watchOf(command: ChainCommand): Promise<Watch | SendWatch> {
    const { dex } = this.#options;
    const user = await this.addressOf(command.account);
    if (command.kind === 'transfer') return sendWatch(dex, command.token, user, await this.addressOf(command.to));
    const at = await dex.poolAddress(command.tokenA, command.tokenB);
    return watchOf(dex, command.kind === 'refund' ? 'withdraw' : command.kind, command, { user, at });
  }

  async #decide(command: DexCommand, wallet: Address, pending: Pending) {
    const { dex, policy, registry, isOwn } = this.#options;
    const { account, kind } = command;
    const listed = await listedPair(registry, command);
    const held = await dex.chain.account(wallet);
    // The contracts compare deadlines with the chain's clock, not with ours.
    const chainTimeS = held.head.timeS;
    const funds = { heldNano: held.balance, dueNano: pending.nano(held) };
    const holder = { account, wallet, spendableNano: spendableNano(funds, ATTACHED_NANO[kind]), pending };
    const state = await readState(dex, command, { ...listed, policy, nowMs: chainTimeS * 1000, holder });
    if (kind === 'provide' && !isOwn && (state.found?.supply ?? 0n) === 0n)
      throw new NotOnThisVenue(
        'STON.fi locks part or all of the first liquidity of a pool; create the pool in the STON.fi app.',
      );
    // The core allows withdrawals from a paused pool, but a locked pool on the chain would keep the TON attached to a burn.
    if (kind === 'refund' && state.found?.data.isLocked) {
      const { tokenA, tokenB } = listed.tokens;
      return refused({ code: 'pool_paused', tokenA: tokenA.symbol, tokenB: tokenB.symbol });
    }
    const decision = decide(command, state);
    if (decision instanceof Refused) return refused(decision.refusal);
    const receipt = decision.receipt as DexReceipt;
    refuseOneSidedBurn(receipt, state);
    return { state, funds, chainTimeS, receipt };
  }

  async #messages(
    command: DexCommand,
    receipt: DexReceipt,
    { state, ...terms }: MessageTerms & { readonly state: ChainState },
  ): Promise<Planned> {
    const { dex } = this.#options;
    const { found } = state;
    if (command.kind === 'provide' && receipt.kind === 'provide')
      return provideMessages(dex, command, receipt, { ...terms, found });
    // The core refuses all other commands if there is no pool.
    if (!found) throw new Error(`the core accepted a ${command.kind} without a pool`);
    if (command.kind === 'swap' && receipt.kind === 'swap') {
      const referrer = command.referrer && (await this.addressOf(command.referrer));
      if (referrer && command.tokenB === TON) await this.#refuseUndeployed(referrer);
      return swapMessages(dex, command, receipt, { ...terms, found, ...(referrer && { referrer }) });
    }
    if (command.kind === 'refund' && receipt.kind === 'refund')
      return refundMessages(dex, command, receipt, { ...terms, found });
    throw new Error(`the core answered a ${command.kind} with the receipt of a ${receipt.kind}`);
  }

  /** Refuses a referrer whose wallet is not deployed: the fee in TON would bounce, and pTON of version 1 keeps what bounces. */
  async #refuseUndeployed(referrer: Address): Promise<void> {
    const { dex, isOwn } = this.#options;
    if (isOwn || dex.dialect.version !== 1 || (await dex.chain.account(referrer)).status === 'active') return;
    throw new NotOnThisVenue(
      `The referrer's wallet ${referrer} was never used, so its fee in TON would be lost; send TON from it once, or leave out the referrer.`,
    );
  }

  /** An account whose name is a TON address is the wallet at that address; all others have a wallet of the exchange. */
  async addressOf(account: Account): Promise<Address> {
    const text = tonAddress(account);
    if (text === null) return (await this.#options.wallets.of(account)).address;
    const address = Address.parse(text);
    if (address.workChain === 0) return address;
    throw new NotOnThisVenue(`${account} is in workchain ${address.workChain}; tokens are in workchain 0 only.`);
  }
}

/** Refuses commands that the contracts have no message for. */
function refuseUnsupported(command: DexCommand): void {
  if (command.kind === 'swap' && (command.route?.length ?? 1) > 1)
    throw new NotOnThisVenue('On TON a swap goes through one pool; leave out the route, or swap in two steps.');
  if (command.kind === 'provide' && (command.amountA === 0n || command.amountB === 0n))
    throw new NotOnThisVenue('On TON liquidity is provided with both tokens.');
  if (command.kind === 'refund' && command.only)
    throw new NotOnThisVenue('On TON liquidity is withdrawn in both tokens.');
  if (command.kind === 'refund' && (command.minA !== undefined || command.minB !== undefined))
    throw new NotOnThisVenue('The contracts have no minimum for a withdrawal; leave out minToken1 and minToken2.');
}

const deadlineOf = (command: DexCommand): number | undefined =>
  command.kind === 'swap' && command.deadlineMs !== undefined ? Math.floor(command.deadlineMs / 1000) : undefined;
