// The venue that settles on STON.fi's contracts or Millpond's own: the core decides, wallets sign, the chain executes.

import type { NetworkId } from '#devnet/contracts/wallet-v5';
import type { Account, PoolAddress, Ppm, TokenAddress } from '../../core/amount.ts';
import type { Command } from '../../core/commands/command.ts';
import type { Policy } from '../../core/commands/kind.ts';
import type { ActivityFilter } from '../../ports/activity.ts';
import type { ChainRequests } from '../../ports/chain-requests.ts';
import type { Health } from '../../ports/health.ts';
import type { PageRequest } from '../../ports/page.ts';
import type { VenueWallets, WalletSignIns } from '../../ports/venue/chain.ts';
import type { ListRequest, QuoteChoice, Router } from '../../ports/venue/listing.ts';
import type { CallerOf, Executed, LiquidityCommand, QuoteTerms, Submission } from '../../ports/venue/trading.ts';
import { NotOnThisVenue, type Venue } from '../../ports/venue.ts';
import type { Head } from '../chain.ts';
import { askFor } from '../endpoint/shares.ts';
import { noneWithoutKey } from '../wallets/wallets.ts';
import type { SwapCosts } from './costs.ts';
import type { Dex } from './dex.ts';
import type { Execution } from './execution.ts';
import { isChainCommand } from './history.ts';
import { Listing, NOT_HERE } from './listing.ts';
import { OwnWallets } from './own-wallets.ts';
import type { Planner } from './planner.ts';
import { AnswerCache } from './reads/answer-cache.ts';
import { Holdings } from './reads/holdings.ts';
import { Pools } from './reads/pools.ts';
import { Prices } from './reads/prices.ts';
import { Quotes } from './reads/quotes.ts';
import { RequestReads } from './reads/requests.ts';

export type TonVenueOptions = {
  readonly dex: Dex;
  readonly requests: ChainRequests;
  readonly policy: Policy;
  /** Keeps the listed tokens and pairs, and the keys. */
  readonly registry: Venue & Health;
  readonly signIns: WalletSignIns;
  readonly network: NetworkId;
  /** Resolves if the chain answers. */
  ready(): Promise<unknown>;
  /** Also builds the messages for wallets whose owners sign. */
  readonly planner: Planner;
  /** The token in which the spending limits of keys are set. */
  readonly quote: QuoteChoice;
  /** How long answers of the chain are cached. */
  readonly keepMs: number;
  readonly costs: SwapCosts;
};

export class TonVenue implements Venue, Health {
  readonly routing = 'direct';
  readonly orderPlacement = 'off';
  readonly wallets: VenueWallets;
  readonly #options: TonVenueOptions;
  readonly #execution: Execution;
  readonly #listing: Listing;
  readonly #quotes: Quotes;
  readonly #pools: Pools;
  readonly #holdings: Holdings;
  readonly #history: RequestReads;
  readonly #prices: Prices;
  readonly #head: AnswerCache<Head>;

  constructor(options: TonVenueOptions, execution: Execution) {
    this.#options = options;
    this.#execution = execution;
    this.wallets = new OwnWallets(options);
    const walletOf = (account: Account) => options.planner.addressOf(account).catch(noneWithoutKey);
    this.#listing = new Listing(options);
    this.#quotes = new Quotes({ ...options, walletOf });
    this.#pools = new Pools(options);
    this.#holdings = new Holdings({ ...options, walletOf });
    this.#history = new RequestReads(options.requests);
    this.#prices = new Prices(options);
    const { keepMs } = options;
    this.#head = new AnswerCache({ freshMs: keepMs, mostMs: keepMs, atOnce: 1 });
  }

  get transfers() {
    return this.#options.policy.transfers;
  }

  get era(): number {
    return this.#options.registry.era;
  }

  get queueDepth(): number {
    return this.#options.registry.queueDepth;
  }

  onSearch(): void {}

  asCaller<T>({ isStranger, name }: CallerOf, work: () => T): T {
    return askFor({ share: isStranger ? 'strangers' : 'known', name }, work);
  }

  async check(): Promise<void> {
    await this.#options.registry.check();
    await this.#options.ready();
  }

  figures() {
    return this.#options.registry.figures();
  }

  async execute<C extends Command>(actor: Account, command: C, idempotencyKey?: string): Promise<Executed<C>> {
    const begun = await this.#begin(actor, command, idempotencyKey);
    return (await begun()) as Executed<C>;
  }

  /** Accepts the commands in their order, then waits for all of them together. */
  async executeAll(
    actor: Account,
    submissions: readonly Submission[],
    { atomic = false }: { readonly atomic?: boolean } = {},
  ): Promise<readonly (Executed | Error)[]> {
    if (atomic)
      throw new NotOnThisVenue('On TON several changes cannot stand or fall together; send them without atomic.');
    const begun: (() => Promise<Executed | Error>)[] = [];
    for (const { command, idempotencyKey } of submissions) {
      const one = await this.#begin(actor, command, idempotencyKey).catch((error: Error) => async () => error);
      begun.push(() => one().catch((error: Error) => error));
    }
    return Promise.all(begun.map((one) => one()));
  }

  /** Accepts a command; returns a function that waits for its end. */
  async #begin(actor: Account, command: Command, key?: string): Promise<() => Promise<Executed>> {
    if (isChainCommand(command)) {
      const request = await this.#execution.accept(command, key);
      // Lists the pool, also if the request creates it.
      if (command.kind === 'provide') await this.#listing.add(command.tokenA, command.tokenB);
      return () => this.#execution.ended(request);
    }
    const done = await this.#listing.execute(actor, command, key);
    return async () => done;
  }

  quote(terms: QuoteTerms) {
    return this.#quotes.swap(terms);
  }

  quoteOrder(): Promise<never> {
    return Promise.reject(new NotOnThisVenue(NOT_HERE.placeOrder));
  }

  async orderUnder(): Promise<undefined> {
    return undefined;
  }

  async fillAtOnce(): Promise<undefined> {
    return undefined;
  }

  quoteLiquidity(command: LiquidityCommand) {
    return this.#quotes.liquidity(command);
  }

  fairPrices(tokens: readonly TokenAddress[]) {
    return this.#prices.of(tokens);
  }

  async router(): Promise<Router> {
    const { dex, policy, registry, costs } = this.#options;
    const address = dex.router.toString();
    const platformFeePpm = (policy.rates.lpFeePpm + policy.rates.protocolFeePpm) as Ppm;
    const { tokens } = await registry.router();
    return {
      routerAddress: address,
      factoryAddress: address,
      platformFeePpm,
      swapGasEstimate: Number(await costs.gasUnits()),
      tokens,
    };
  }

  token(address: TokenAddress) {
    return this.#options.registry.token(address);
  }

  async makes(address: string): Promise<boolean> {
    const { dex, registry } = this.#options;
    return address === dex.router.toString() || this.#pools.has(address) || registry.makes(address);
  }

  pair(a: TokenAddress, b: TokenAddress) {
    return this.#options.registry.pair(a, b);
  }

  tokens(page: ListRequest) {
    return this.#options.registry.tokens(page);
  }

  tokensNamed(addresses: readonly TokenAddress[]) {
    return this.#options.registry.tokensNamed(addresses);
  }

  lastTokenChange() {
    return this.#options.registry.lastTokenChange();
  }

  async pool(a: TokenAddress, b: TokenAddress) {
    const [view, sequence] = await Promise.all([this.#pools.pool(a, b), this.#options.requests.lastNumber()]);
    return { ...view, sequence };
  }

  pools(request: ListRequest) {
    return this.#pools.list(request);
  }

  poolsNamed(addresses: readonly PoolAddress[]) {
    return this.#pools.named(addresses);
  }

  position(account: Account, a: TokenAddress, b: TokenAddress) {
    return this.#holdings.position(account, a, b);
  }

  swap(transactionId: string) {
    return this.#history.swap(transactionId);
  }

  swaps(account: Account, page: PageRequest) {
    return this.#history.swaps(account, page);
  }

  transaction(id: string | number) {
    return this.#history.transaction(id);
  }

  activity(filter: ActivityFilter, page: PageRequest) {
    return this.#history.activity(filter, page);
  }

  async history(): Promise<never> {
    throw new NotOnThisVenue('On TON there is no history of the ledger.');
  }

  balances(account: Account, page: PageRequest) {
    return this.#holdings.balances(account, page);
  }

  balancesNamed(account: Account, tokens: readonly TokenAddress[]) {
    return this.#holdings.named(account, tokens);
  }

  async knows(account: Account): Promise<boolean> {
    return (await this.#options.registry.knows(account)) || this.#options.requests.hasWallet(account);
  }

  hasSent(from: Account, to: Account): Promise<boolean> {
    return this.#options.requests.hasSent(from, to);
  }

  accounts(page: PageRequest) {
    return this.#options.registry.accounts(page);
  }

  async journal() {
    const { requests } = this.#options;
    return { kind: 'ton', sequence: await requests.lastNumber(), lastEvent: await requests.lastEvent() };
  }

  /** The version of everything that the venue shows: it changes with every block, since any block may have changed something. */
  async head(): Promise<number> {
    const { dex, registry } = this.#options;
    const [{ seqno }, listed] = [await this.#head.get('', () => dex.chain.head()), await registry.head()];
    return seqno * 2 ** 20 + (listed % 2 ** 20);
  }
}
