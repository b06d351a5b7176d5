// Plans transfers of TON or tokens from an account's wallet to an address of the chain.
import { type Address, beginCell, type Cell } from '@ton/core';
import { transferBody } from '#devnet/contracts/jetton';
import { type Account, amount as amountOf, type TokenAddress } from '../../core/amount.ts';
import { decide } from '../../core/commands/command.ts';
import type { Policy } from '../../core/commands/kind.ts';
import { Refused } from '../../core/refusal.ts';
import { refused } from '../../ports/venue.ts';
import type { AccountState } from '../chain.ts';
import type { OutMessage } from '../dialect/dialect.ts';
import { isMinter, minterOf, orNull } from '../dialect/getters.ts';
import { MESSAGE_FEE, WALLET_FEE } from '../outbox/batch.ts';
import type { SendWatch } from '../trace/watch.ts';
import { type Dex, TON } from './dex.ts';
import type { Pending } from './pending.ts';
import type { SendCommand } from './receipts.ts';
import type { Registry } from './state.ts';
import { checkGas, RESERVE_NANO, spendableNano, type TonFunds } from './ton-funds.ts';

export type PlannedSend = { readonly messages: readonly OutMessage[]; readonly watch: SendWatch };

type Options = {
  readonly dex: Dex;
  readonly registry: Pick<Registry, 'tokensNamed'>;
  readonly policy: Policy;
  readonly wallet: Address;
  readonly to: Address;
  readonly pending: Pending;
  readonly queryId: bigint;
};

/** Attached to a jetton transfer; enough for jetton wallets that need several times the gas of Millpond's. The rest comes back. */
const JETTON_SEND_NANO = 100_000_000n;
/** Forwarded to the recipient with the transfer notification, by which other programs notice the transfer. */
const NOTIFY_NANO = 1n;

type Sending = { readonly receipt: SendCommand; readonly planned: PlannedSend; readonly chainTimeS: number };

/** Checks a transfer by the core's rules and the wallet's balances, and builds its message; signs nothing. */
export async function planSend({ all, ...asked }: SendCommand, options: Options): Promise<Sending> {
  const { dex, wallet, to, pending } = options;
  const [held, recipient] = await Promise.all([dex.chain.account(wallet), dex.chain.account(to)]);
  await checkRecipient(asked, recipient, options);
  const funds = { heldNano: held.balance, dueNano: pending.nano(held) };
  // An account that is emptied keeps nothing for the storage of its wallet, which the next deposit pays for.
  const reserveNano = all && asked.token === TON ? 0n : RESERVE_NANO;
  const sendable = await sendableUnits(asked.token, funds, reserveNano, options);
  // An empty balance is refused like an amount above it.
  const command = all ? { ...asked, amount: amountOf(sendable > 0n ? sendable : 1n) } : asked;
  await checkDecision(command, sendable, options);
  const message =
    command.token === TON ? tonMessage(command, recipient, options) : await jettonMessage(command, options);
  checkGas(command.account, wallet, [message], funds, reserveNano);
  const planned = { messages: [message], watch: await sendWatch(dex, command.token, wallet, to) };
  return { receipt: command, planned, chainTimeS: held.head.timeS };
}

const sendableUnits = async (token: TokenAddress, funds: TonFunds, reserveNano: bigint, options: Options) =>
  token === TON
    ? spendableNano(funds, MESSAGE_FEE + WALLET_FEE, reserveNano)
    : (await options.dex.balance(token, options.wallet)) - options.pending.units(token);

/** Refuses addresses where tokens would be lost: the exchange's own contracts, minters and jetton wallets. */
async function checkRecipient(
  { account, to: name }: SendCommand,
  { status }: AccountState,
  { dex, registry, wallet, to }: Options,
): Promise<void> {
  if (to.equals(wallet)) return refused({ code: 'same_account', account });
  const [token] = await registry.tokensNamed([to.toString() as TokenAddress]);
  const isContract =
    token !== undefined ||
    to.equals(dex.router) ||
    (status === 'active' &&
      ((await orNull(minterOf(dex.chain, to))) !== null || (await orNull(isMinter(dex.chain, to))) === true));
  if (isContract) refused({ code: 'account_reserved', account: name });
}

async function checkDecision(command: SendCommand, held: bigint, { registry, policy }: Options): Promise<void> {
  const [listed] = await registry.tokensNamed([command.token]);
  const decision = decide(command, {
    ...{ policy, nowMs: 0, sequence: 0, pool: () => undefined, namesakes: () => [] },
    ...{ order: () => undefined, openOrder: () => undefined, fillOf: () => undefined },
    poolAddress: () => refused({ code: 'unknown_token', token: command.token }),
    token: (token) => (token === command.token ? listed : undefined),
    balanceOf: (account: Account, token: TokenAddress) =>
      account === command.account && token === command.token && held > 0n ? held : 0n,
  });
  if (decision instanceof Refused) refused(decision.refusal);
}

/** Bounceable if the recipient is a contract, which may refuse it; not for an address without a contract, such as a new wallet. */
function tonMessage({ amount, memo }: SendCommand, { status }: AccountState, { to, queryId }: Options): OutMessage {
  return { to, value: amount, body: comment(memo), bounce: status === 'active', mark: queryId };
}

async function jettonMessage(
  { token, amount, memo }: SendCommand,
  { dex, wallet, to, queryId }: Options,
): Promise<OutMessage> {
  const body = transferBody({
    ...{ queryId, amount, destination: to, response: wallet, forwardTon: NOTIFY_NANO },
    ...(memo !== undefined && { forwardPayload: comment(memo) }),
  });
  return { to: await dex.wallet(token, wallet), value: JETTON_SEND_NANO, body };
}

export async function sendWatch(dex: Dex, token: TokenAddress, wallet: Address, to: Address): Promise<SendWatch> {
  const raw = async (owner: Address) => (await dex.wallet(token, owner)).toRawString();
  const wallets = token === TON ? null : ([await raw(wallet), await raw(to)] as const);
  return { kind: 'send', user: wallet.toRawString(), to: to.toRawString(), wallets };
}

/** A text comment as wallet apps show it; empty without a memo. */
const comment = (memo: string | undefined): Cell =>
  memo === undefined ? beginCell().endCell() : beginCell().storeUint(0, 32).storeStringTail(memo).endCell();
