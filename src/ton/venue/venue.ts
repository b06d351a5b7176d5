// The venue that settles on STON.fi's contracts, or on ours: the core decides, wallets sign, the chain does it.
import { ISSUER, lpToken, reserveAccount } from '../../core/accounts.ts';
import { type Account, amount, MAX_AMOUNT, type PoolAddress, type Ppm, type TokenAddress } from '../../core/amount.ts';
import { type Command, decide, transfersOf } from '../../core/commands/command.ts';
import type { State } from '../../core/commands/kind.ts';
import { poolPrice } from '../../core/market/pool-price.ts';
import { worthOf } from '../../core/maths/liquidity.ts';
import { Refused } from '../../core/refusal.ts';
import { planLegs } from '../../core/route/plan.ts';
import { WHOLE_SHARE } from '../../core/route/shape.ts';
import { deltasOf } from '../../core/settle/transfer.ts';
import type { ActivityFilter } from '../../ports/activity.ts';
import type { ChainOrders } from '../../ports/chain-orders.ts';
import type { Health } from '../../ports/health.ts';
import { numberFrom } from '../../ports/paging.ts';
import {
  type Completed,
  type Executed,
  type Holding,
  type LiquidityCommand,
  type LiquidityQuote,
  type ListRequest,
  NotOnThisVenue,
  type Order,
  type Page,
  type PageRequest,
  type PoolView,
  type Position,
  type Quote,
  type QuoteTerms,
  type Router,
  refused,
  type Swap,
  type Venue,
  type VenueWallets,
  type WalkedPage,
  type WalletSignIns,
} from '../../ports/venue.ts';
import type { ChainPool } from './dex.ts';
import type { Execution, ExecutionOptions } from './execution.ts';
import { type ChainCommand, completedOf, matches, swapOf } from './history.ts';
import { OwnWallets } from './own-wallets.ts';
import { listedPair, readState } from './state.ts';

export type TonVenueOptions = Omit<
  ExecutionOptions,
  'orders' | 'registry' | 'isOwn' | 'outbox' | 'slippagePpm' | 'waitMs'
> & {
  readonly orders: ChainOrders;
  /** Lists tokens and pairs, and knows who has a key. */
  readonly registry: Venue & Health;
  readonly signIns: WalletSignIns;
  /** Resolves when the chain answers. */
  ready(): Promise<unknown>;
  /** Messages for wallets whose owners sign. */
  readonly builder: Pick<Execution, 'addressOf' | 'plan'>;
  /** Of the last swap, or what one takes on these contracts. */
  readonly swapGas: () => number;
};

/** Of orders that are looked through for a page. */
const MOST_LOOKED_AT = 1000;

export class TonVenue implements Venue, Health {
  readonly routing = 'direct';
  readonly transfers = 'off';
  readonly orders = 'off';
  readonly wallets: VenueWallets;
  readonly #options: TonVenueOptions;
  readonly #execution: Execution;
  /** The pairs of pools that were ever listed, by address. */
  readonly #pairs = new Map<PoolAddress, readonly [TokenAddress, TokenAddress]>();

  constructor(options: TonVenueOptions, execution: Execution) {
    this.#options = options;
    this.#execution = execution;
    this.wallets = new OwnWallets(options.dex, options.builder, options.signIns);
  }

  get era(): number {
    return this.#options.registry.era;
  }

  get queueDepth(): number {
    return this.#options.registry.queueDepth;
  }

  onSearch(): void {}

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

  /** Accepted in their order, then awaited together. */
  async executeAll(
    actor: Account,
    orders: readonly Order[],
    { atomic = false }: { readonly atomic?: boolean } = {},
  ): Promise<readonly (Executed | Error)[]> {
    if (atomic)
      throw new NotOnThisVenue('On TON several changes cannot stand or fall together; send them without atomic.');
    const begun: (() => Promise<Executed | Error>)[] = [];
    for (const { command, idempotencyKey } of orders) {
      const one = await this.#begin(actor, command, idempotencyKey).catch((error: Error) => async () => error);
      begun.push(() => one().catch((error: Error) => error));
    }
    return Promise.all(begun.map((one) => one()));
  }

  /** Accepts it, and answers how to wait for its end. */
  async #begin(actor: Account, command: Command, key?: string): Promise<() => Promise<Executed>> {
    const { registry, dex } = this.#options;
    switch (command.kind) {
      case 'swap':
      case 'provide':
      case 'refund': {
        const order = await this.#execution.accept(command, key);
        if (command.kind === 'provide') await this.#listPair(command.tokenA, command.tokenB);
        return () => this.#execution.ended(order);
      }
      case 'registerToken':
        // What is no jetton could be neither held nor swapped.
        await dex.routerWallet(command.token.address);
        break;
      case 'createPool':
        await this.#mustBeThere(command);
        break;
      case 'updateToken':
      case 'setPoolStatus':
        break;
      default:
        throw new NotOnThisVenue(NOT_HERE[command.kind]);
    }
    const done = await registry.execute(actor, command, key);
    return async () => done;
  }

  /** Lists a pool that is on the chain, with the terms that it has there. */
  async #mustBeThere({
    kind: _,
    tokenA,
    tokenB,
    force,
    ...terms
  }: Extract<Command, { kind: 'createPool' }>): Promise<void> {
    if (Object.keys(terms).length > 0)
      throw new NotOnThisVenue(
        'On TON the owner of the router sets fees; send createPool with the pair alone, which lists it.',
      );
    if ((await this.#options.dex.pool(tokenA, tokenB)) === undefined)
      throw new NotOnThisVenue(
        'There is no such pool on the chain; it is made by its first liquidity: send provideLiquidity.',
      );
  }

  /** So that lists of pools have it, whoever made it. */
  async #listPair(tokenA: TokenAddress, tokenB: TokenAddress): Promise<void> {
    const { registry } = this.#options;
    const isListed = await registry.pool(tokenA, tokenB).then(
      () => true,
      () => false,
    );
    if (!isListed) await registry.execute(ISSUER, { kind: 'createPool', tokenA, tokenB, force: true }).catch(() => {});
  }

  async quote({ tokenA, tokenB, exact, referred, route }: QuoteTerms): Promise<Quote> {
    if ((route?.length ?? 1) > 1) throw new NotOnThisVenue('On TON a swap passes one pool; leave out the route.');
    const state = await this.#stateOf(tokenA, tokenB);
    const { found } = state;
    if (!found) return this.#unknownPool(tokenA, tokenB);
    const [tokenIn, tokenOut] = [state.token(tokenA), state.token(tokenB)];
    if (!tokenIn || !tokenOut) return this.#unknownPool(tokenA, tokenB);
    const [reserveIn, reserveOut] = tokenA === found.pool.token0 ? reservesOf(found) : reservesOf(found).toReversed();
    const reserves = { reserveIn: amount(reserveIn as bigint), reserveOut: amount(reserveOut as bigint) };
    const leg = { tokenIn, tokenOut, pool: found.pool, reserves, share: WHOLE_SHARE };
    const plan = planLegs([leg], exact, referred);
    return plan instanceof Refused ? refused(plan.refusal) : { plan, sequence: await this.#options.orders.lastOrder() };
  }

  quoteOrder(): Promise<never> {
    return Promise.reject(new NotOnThisVenue(NOT_HERE.placeOrder));
  }

  async fillAtOnce(): Promise<undefined> {
    return undefined;
  }

  async quoteLiquidity(command: LiquidityCommand): Promise<LiquidityQuote> {
    const { tokenA, tokenB, account } = command;
    const holder = { account, wallet: await this.#execution.addressOf(account), keptNano: 0n };
    const state = await this.#stateOf(tokenA, tokenB, holder);
    const rich: State = {
      ...state,
      balanceOf: (of, token) =>
        of === account && (token === tokenA || token === tokenB) ? MAX_AMOUNT : state.balanceOf(of, token),
    };
    const decision = decide(command, rich);
    if (decision instanceof Refused) return refused(decision.refusal);
    const receipt = decision.receipt as LiquidityQuote['receipt'];
    const entries = deltasOf(transfersOf(receipt));
    const after = (of: Account, token: TokenAddress) =>
      state.balanceOf(of, token) + (entries.find((each) => each.account === of && each.token === token)?.delta ?? 0n);
    const reserve = (token: TokenAddress) => amount(after(reserveAccount(receipt.pool), token));
    const left = { reserveIn: reserve(tokenA), reserveOut: reserve(tokenB) };
    const [tokenIn, tokenOut, pool] = [state.token(tokenA), state.token(tokenB), state.found?.pool ?? decision.newPool];
    const price =
      left.reserveIn > 0n && tokenIn && tokenOut && pool ? poolPrice({ tokenIn, tokenOut, pool }, left) : null;
    const lp = lpToken(receipt.pool);
    const [lpTokens, lpSupply] = [amount(after(account, lp)), amount(-after(ISSUER, lp))];
    return { receipt, entries, lpTokens, lpSupply, price, sequence: await this.#options.orders.lastOrder() };
  }

  async router(): Promise<Router> {
    const { dex, policy, registry, swapGas } = this.#options;
    const address = dex.router.toString();
    const platformFeePpm = (policy.rates.lpFeePpm + policy.rates.protocolFeePpm) as Ppm;
    const { tokens } = await registry.router();
    return { routerAddress: address, factoryAddress: address, platformFeePpm, swapGasEstimate: swapGas(), tokens };
  }

  token(address: TokenAddress) {
    return this.#options.registry.token(address);
  }

  async makes(address: string): Promise<boolean> {
    const { dex, registry } = this.#options;
    return address === dex.router.toString() || this.#pairs.has(address as PoolAddress) || registry.makes(address);
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

  async pool(a: TokenAddress, b: TokenAddress): Promise<PoolView> {
    await this.pair(a, b);
    return (await this.#view(a, b)) ?? this.#unknownPool(a, b);
  }

  /** Those that are listed, as the chain has them; a page is short where the chain has none of a pair. */
  async pools(request: ListRequest): Promise<Page<PoolView>> {
    const { items, nextCursor } = await this.#options.registry.pools(request);
    const views = await Promise.all(items.map(({ token0, token1 }) => this.#view(token0.address, token1.address)));
    return { items: views.filter((view) => view !== undefined), nextCursor };
  }

  async poolsNamed(addresses: readonly PoolAddress[]): Promise<readonly PoolView[]> {
    if (addresses.some((address) => !this.#pairs.has(address))) await this.pools({ limit: 100 });
    const known = [...new Set(addresses)].flatMap((address) => {
      const pair = this.#pairs.get(address);
      return pair ? [pair] : [];
    });
    const views = await Promise.all(known.map(([a, b]) => this.#view(a, b)));
    return views.filter((view) => view !== undefined);
  }

  async #view(a: TokenAddress, b: TokenAddress): Promise<PoolView | undefined> {
    const { tokens, status } = await listedPair(this.#options.registry, { tokenA: a, tokenB: b });
    const found = await this.#options.dex.pool(a, b);
    if (!found) return undefined;
    const { pool, data } = found;
    const [token0, token1] = a === pool.token0 ? [tokens.tokenA, tokens.tokenB] : [tokens.tokenB, tokens.tokenA];
    this.#pairs.set(pool.address, [pool.token0, pool.token1]);
    const { number, ...terms } = pool;
    return {
      ...terms,
      ...(status !== 'listed' && { status }),
      token0,
      token1,
      wallet0: data.wallet0.toString(),
      wallet1: data.wallet1.toString(),
      reserve0: amount(data.reserve0),
      reserve1: amount(data.reserve1),
      collected0: amount(data.collected0),
      collected1: amount(data.collected1),
    };
  }

  async position(account: Account, a: TokenAddress, b: TokenAddress): Promise<Position> {
    await this.pair(a, b);
    const { dex } = this.#options;
    const found = await dex.pool(a, b);
    if (!found) return this.#unknownPool(a, b);
    const address = await this.#execution.addressOf(account);
    const [lpTokens, lpAccount] = [amount(await dex.lpBalance(found, address)), await dex.lpAccount(found.at, address)];
    const [reserve0, reserve1] = reservesOf(found).map(amount) as [
      ReturnType<typeof amount>,
      ReturnType<typeof amount>,
    ];
    const { amount0, amount1 } = worthOf({ reserve0, reserve1, supply: found.supply }, lpTokens);
    const [amountA, amountB] = a === found.pool.token0 ? [amount0, amount1] : [amount1, amount0];
    return { lpAddress: (lpAccount ?? found.at).toString(), amountA, amountB, lpTokens, lpSupply: found.supply };
  }

  async swap(transactionId: string): Promise<Swap> {
    const order = await this.#options.orders.order(transactionId);
    return (order && swapOf(order)) ?? refused({ code: 'unknown_swap', id: transactionId });
  }

  async swaps(account: Account, page: PageRequest): Promise<WalkedPage<Swap>> {
    return this.#walk({ account }, page, swapOf);
  }

  async transaction(id: string | number): Promise<Completed> {
    const { orders } = this.#options;
    const order =
      typeof id === 'string'
        ? await orders.order(id)
        : (await orders.orders({ before: id + 1, limit: 1 })).find(({ number }) => number === id);
    return (order && completedOf(order)) ?? refused({ code: 'unknown_transaction', id });
  }

  async activity(filter: ActivityFilter, page: PageRequest): Promise<WalkedPage<Completed>> {
    const { account } = filter;
    return this.#walk(account === undefined ? {} : { account }, page, (order) => {
      const done = completedOf(order);
      return done && matches(done, filter) ? done : undefined;
    });
  }

  /** Looks through orders, newest first, until a page is full or too many were looked at. */
  async #walk<Item>(
    of: { readonly account?: Account },
    { cursor, limit }: PageRequest,
    take: (order: Awaited<ReturnType<ChainOrders['orders']>>[number]) => Item | undefined,
  ): Promise<WalkedPage<Item>> {
    let before = cursor === undefined ? Number.MAX_SAFE_INTEGER : numberFrom(cursor);
    const items: Item[] = [];
    let lookedAt = 0;
    while (items.length < limit && lookedAt < MOST_LOOKED_AT) {
      const orders = await this.#options.orders.orders({ ...of, before, limit });
      for (const order of orders) {
        if (items.length === limit) break;
        lookedAt += 1;
        before = order.number;
        const item = take(order);
        if (item !== undefined) items.push(item);
      }
      if (orders.length < limit && orders.at(-1)?.number === before) return { items, nextCursor: null, lookedAt };
      if (orders.length === 0) return { items, nextCursor: null, lookedAt };
    }
    return { items, nextCursor: String(before), lookedAt };
  }

  /** Page by page of the listed tokens, so that a page is short where the account holds little of them. */
  async balances(account: Account, page: PageRequest): Promise<Page<Holding>> {
    const { items, nextCursor } = await this.#options.registry.tokens(page);
    const held = await this.#held(account, items);
    return { items: held.filter(({ balance }) => balance > 0n), nextCursor };
  }

  async balancesNamed(account: Account, tokens: readonly TokenAddress[]): Promise<readonly Holding[]> {
    return this.#held(account, await Promise.all(tokens.map((token) => this.token(token))));
  }

  async #held(account: Account, tokens: readonly Holding['token'][]): Promise<readonly Holding[]> {
    const address = await this.#execution.addressOf(account);
    return Promise.all(
      tokens.map(async (token) => ({
        token,
        balance: amount(await this.#options.dex.balance(token.address as TokenAddress, address)),
      })),
    );
  }

  async knows(account: Account): Promise<boolean> {
    return (
      (await this.#options.registry.knows(account)) || (await this.#options.orders.walletOf(account)) !== undefined
    );
  }

  accounts(page: PageRequest) {
    return this.#options.registry.accounts(page);
  }

  async journal() {
    return { kind: 'ton', sequence: await this.#options.orders.lastOrder() };
  }

  /** Every block may have changed anything. */
  async head(): Promise<number> {
    const [{ seqno }, listed] = [await this.#options.dex.chain.head(), await this.#options.registry.head()];
    return seqno * 2 ** 20 + (listed % 2 ** 20);
  }

  async #stateOf(tokenA: TokenAddress, tokenB: TokenAddress, holder?: Parameters<typeof readState>[2]['holder']) {
    const { dex, policy, registry } = this.#options;
    const listed = await listedPair(registry, { tokenA, tokenB });
    return readState(dex, { tokenA, tokenB }, { ...listed, policy, nowMs: Date.now(), ...(holder && { holder }) });
  }

  async #unknownPool(a: TokenAddress, b: TokenAddress): Promise<never> {
    const { tokenA, tokenB } = await this.pair(a, b);
    return refused({ code: 'unknown_pool', tokenA: tokenA.symbol, tokenB: tokenB.symbol });
  }
}

const reservesOf = ({ data }: ChainPool): readonly [bigint, bigint] => [data.reserve0, data.reserve1];

type ElseWhere = Exclude<
  Command['kind'],
  ChainCommand['kind'] | 'registerToken' | 'updateToken' | 'setPoolStatus' | 'createPool'
>;

const ORDERS = 'On TON no orders wait; swap at once, with minReceived.';

/** What there is to do instead. */
const NOT_HERE: Readonly<Record<ElseWhere, string>> = {
  deposit: 'On TON nothing is deposited: send tokens to the address that getWallet tells.',
  withdraw: 'On TON nothing is withdrawn by the exchange; tokens are in the account’s own wallet.',
  transfer: 'On TON tokens are sent by a wallet, not by this exchange.',
  collectFees: 'On TON the owner of the router collects its fees.',
  setPoolFees: 'On TON the owner of the router sets its fees.',
  placeOrder: ORDERS,
  fillOrder: ORDERS,
  closeOrder: ORDERS,
  matchOrders: ORDERS,
  triggerOrder: ORDERS,
};
