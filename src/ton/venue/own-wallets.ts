// Wallets whose owners sign themselves: builds messages for TON Connect and follows their outcome.
import { randomBytes } from 'node:crypto';
import { Address, type Cell, type Transaction } from '@ton/core';
import { MAINNET, type NetworkId } from '#devnet/contracts/wallet-v5';
import { basechainAddress, tonAddress } from '../../address.ts';
import { type Account, amount, type TokenAddress } from '../../core/amount.ts';
import type { Pair } from '../../core/pool.ts';
import type {
  Followed,
  SentByOwner,
  Unsigned,
  VenueWallets,
  WalletSignIns,
  WalletView,
} from '../../ports/venue/chain.ts';
import { NotOnThisVenue } from '../../ports/venue.ts';
import { type AccountState, type SentMessage, sentMessage } from '../chain.ts';
import { lpAccountData } from '../dialect/getters.ts';
import { AccountHistory, Histories, type Position } from '../endpoint/account-history.ts';
import type { ExecutedMessages } from '../outbox/execution.ts';
import { Tracker } from '../trace/tracker.ts';
import type { FinalVerdict, Watch } from '../trace/watch.ts';
import { NOT_SENT_IN_TIME } from '../trace/words.ts';
import { noneWithoutKey } from '../wallets/wallets.ts';
import type { SwapCosts } from './costs.ts';
import type { Dex } from './dex.ts';
import { type Planned, takeBackMessages, watchOf } from './messages.ts';
import type { Planner } from './planner.ts';
import { messagesOf, settlementFrom } from './track.ts';

/** Page size, and pages of a wallet's history that one call reads in search of a message; the next call continues. */
const [PAGE, MOST_PAGES] = [100, 4];
/** The most indexed messages, each with the transaction that sent it. */
const MOST_NOTED = 100_000;
/** Wallet apps warn of messages that stay valid for longer. */
const SIGN_WITHIN_S = 300;
/** How far before a message's deadline the history is searched: far longer than it is valid, in case a caller gives a wrong deadline. */
const SEARCHED_S = 86_400;
/** Added to a message's validity: the wallet's shard may lag behind the masterchain, whose time is compared, and still execute it. */
const LATE_S = 30;

/** The exchange cannot take tokens back for owners who sign themselves: they sign what `buildTakeBack` returns. */
const STAGED = { isStaged: true, reason: 'no LP tokens were minted; what was provided waits in your LP account' };

type Options = {
  readonly dex: Dex;
  readonly planner: Planner;
  readonly signIns: WalletSignIns;
  readonly network: NetworkId;
  readonly costs: Pick<SwapCosts, 'spentNano'>;
};

export class OwnWallets implements VenueWallets {
  readonly signIns: WalletSignIns;
  readonly #dex: Dex;
  readonly #planner: Planner;
  readonly #tracker: Tracker;
  readonly #histories: Histories;
  readonly #network: NetworkId;
  readonly #costs: Options['costs'];

  constructor({ dex, planner, signIns, network, costs }: Options) {
    this.signIns = signIns;
    this.#dex = dex;
    this.#planner = planner;
    this.#tracker = new Tracker(dex.chain);
    const open = (user: Address) => (from: Position, toLt: bigint) =>
      dex.chain.transactions(user, { limit: PAGE, from, toLt });
    this.#histories = new Histories(
      (account) => new AccountHistory({ page: open(Address.parseRaw(account)), namesOf: bodyHashesOf }),
      MOST_NOTED,
    );
    this.#network = network;
    this.#costs = costs;
  }

  async addressOf(account: Account): Promise<string | null> {
    const address = await this.#planner.addressOf(account).catch(noneWithoutKey);
    return address && shown(address);
  }

  async jettonWallet(jetton: TokenAddress, owner: Account): Promise<string> {
    return (await this.#dex.wallet(jetton, Address.parse(owner))).toString();
  }

  async wallet(account: Account): Promise<WalletView> {
    const address = await this.#planner.addressOf(account);
    const { balance } = await this.#dex.chain.account(address);
    return {
      address: shown(address),
      signer: tonAddress(account) === null ? 'exchange' : 'owner',
      balanceNano: balance,
    };
  }

  isForOtherNetwork(address: string): boolean {
    return this.#network === MAINNET && Address.isFriendly(address) && Address.parseFriendly(address).isTestOnly;
  }

  async build(command: Parameters<VenueWallets['build']>[0]): Promise<Unsigned> {
    // The referrer is checked first: the planner would assign a wallet to any account name, for anyone who asks.
    if (command.kind === 'swap' && command.referrer !== undefined && basechainAddress(command.referrer) === null)
      throw new NotOnThisVenue('The referrer of a swap that you sign yourself must be a TON address in workchain 0.');
    const { receipt, planned, deadlineS, chainTimeS } = await this.#planner.plan(command);
    const cost = receipt.kind === 'swap' && {
      tonSpentNano: await this.#costs.spentNano({ ...receipt, referred: receipt.referrer !== undefined }),
    };
    const least = planned.minReceived !== undefined && { minReceived: amount(planned.minReceived) };
    return { ...unsigned(planned, chainTimeS, deadlineS), receipt, ...cost, ...least };
  }

  async buildTakeBack({ account, ...pair }: Pair & { readonly account: Account }) {
    const user = await this.#planner.addressOf(account);
    const queryId = randomBytes(8).readBigUInt64BE();
    const { timeS } = await this.#dex.chain.head();
    const found = await this.#dex.pool(pair.tokenA, pair.tokenB);
    const lpAccount = found && (await this.#dex.lpAccount(found.at, user));
    const held = lpAccount && (await lpAccountData(this.#dex.chain, lpAccount));
    const planned = held && (await takeBackMessages(this.#dex, pair, { user, queryId }));
    if (!planned || held.amount0 + held.amount1 === 0n)
      return { ...unsigned({ messages: [] }, timeS), amountA: amount(0n), amountB: amount(0n) };
    const inOrder = found.pool.token0 === pair.tokenA;
    const [amountA, amountB] = inOrder ? [held.amount0, held.amount1] : [held.amount1, held.amount0];
    return { ...unsigned(planned, timeS), amountA: amount(amountA), amountB: amount(amountB) };
  }

  async follow(sent: SentByOwner): Promise<Followed> {
    const { account, kind, validUntilS } = sent;
    const user = await this.#planner.addressOf(account);
    const state = await this.#dex.chain.account(user);
    const found = await this.#find(user, state, sent);
    // By the chain's own clock: an expired message can no longer be sent.
    if (found === 'nowhere' && validUntilS !== undefined && state.head.timeS > validUntilS + LATE_S)
      return { status: 'failed', ...NOT_SENT_IN_TIME, reason: 'the wallet did not send it in time; nothing was spent' };
    if (typeof found === 'string') return { status: 'pending' };
    const verdict = await this.#tracker.track(messagesOf(found), await this.#watch(sent, user));
    return verdict.status === 'pending'
      ? { status: 'pending', transactionHash: found.execution.hash().toString('hex') }
      : { status: verdict.status, ...settlementFrom(verdict, found), ...receivedBy(kind, verdict) };
  }

  async #watch({ kind, ...pair }: SentByOwner, user: Address): Promise<Watch> {
    const at = await this.#dex.poolAddress(pair.tokenA, pair.tokenB);
    return watchOf(this.#dex, kind === 'refund' ? 'withdraw' : kind, pair, { user, at });
  }

  /** Searches the wallet's transactions, back to the earliest that may have sent the messages; `unfinished` if it takes further calls. */
  async #find(
    user: Address,
    state: AccountState,
    sent: SentByOwner,
  ): Promise<ExecutedMessages | 'nowhere' | 'unfinished'> {
    const { bodyHashes, validUntilS } = sent;
    const { last, head } = state;
    const limit = validUntilS === undefined ? {} : { timeS: Math.min(validUntilS, head.timeS) - SEARCHED_S };
    const history = this.#histories.of(user.toRawString());
    let isWhole = true;
    for (const bodyHash of bodyHashes) {
      const found = await history.find(bodyHash, last, limit, MOST_PAGES);
      const [execution] = found.at ? await this.#dex.chain.transactions(user, { limit: 1, from: found.at }) : [];
      if (execution) return { execution, sent: bodyHashes.map((hash) => sentIn(execution, hash)) };
      isWhole &&= found.isWhole;
    }
    return isWhole ? 'nowhere' : 'unfinished';
  }
}

/** Not bounceable: TON sent to a wallet that is not deployed yet must not bounce. */
const shown = (address: Address): string => address.toString({ bounceable: false });

function unsigned(
  { messages }: Pick<Planned, 'messages'>,
  chainTimeS: number,
  deadlineS = Number.POSITIVE_INFINITY,
): Omit<Unsigned, 'receipt'> {
  return {
    validUntilS: Math.min(deadlineS, chainTimeS + SIGN_WITHIN_S),
    messages: messages.map(({ to, value, body }) => ({
      address: to.toString(),
      amount: String(value),
      payload: body.toBoc().toString('base64'),
      bodyHash: hashOf(body),
    })),
  };
}

function receivedBy(kind: SentByOwner['kind'], verdict: FinalVerdict): Partial<Followed> {
  if (verdict.status === 'failed') return verdict.reason === 'staged' ? STAGED : {};
  const [first, second] = verdict.received.sides;
  return kind === 'provide' ? { lpTokens: amount(verdict.received.lp) } : { amounts: [amount(first), amount(second)] };
}

function sentIn({ outMessages }: Transaction, bodyHash: string): SentMessage | null {
  const message = outMessages.values().find(({ info, body }) => info.type === 'internal' && hashOf(body) === bodyHash);
  return message ? sentMessage(message) : null;
}

function bodyHashesOf({ outMessages }: Transaction): readonly string[] {
  const sent = outMessages.values().filter(({ info }) => info.type === 'internal');
  return sent.map(({ body }) => hashOf(body));
}

const hashOf = (body: Cell): string => body.hash().toString('hex');
