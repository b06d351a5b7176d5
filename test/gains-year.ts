// A random year of an exchange: transactions of every kind between five accounts, and how to repeat them in a store.
import { type Account, amount, type PoolAddress, ppm, type TokenAddress } from '../src/core/amount.ts';
import type { Command } from '../src/core/commands/command.ts';
import { fillsOf } from '../src/core/orders/record.ts';
import { WHOLE_SHARE } from '../src/core/route/shape.ts';
import type { Instruction } from '../src/core/settle/instruction.ts';
import type { Store } from '../src/ports/store.ts';
import { APPLE, account, BREAD, CORN, PaperExchange, poolAddressOf, TREASURY, token } from './paper-exchange.ts';
import {
  closeOrder,
  collectFees,
  createPool,
  deposit,
  fillOrder,
  matchOrders,
  pairOf,
  placeOrder,
  provide,
  refund,
  swap,
  transfer,
  transferLp,
  withdraw,
} from './paper-orders.ts';
import { Random } from './simulation/random.ts';

/** Nobody trades it for bread, the quote token. */
const DATES = token('dates', 18);
const TOKENS = [APPLE, BREAD, CORN, DATES];
const PAIRS = [pairOf(APPLE, BREAD), pairOf(CORN, BREAD), pairOf(CORN, APPLE), pairOf(DATES, CORN)];
export const PEOPLE = [...['ann', 'bob', 'carl', 'dora', 'eve'].map(account), TREASURY];
export const MATCH_FEE = { matchFeePpm: ppm(1000n) };
const ANY_PRICE = { maxPriceImpactPpm: ppm(1_000_000n) };
const KINDS = {
  ...{ swap: 20, route: 3, provide: 6, oneSided: 3, refund: 6, only: 3, deposit: 6, withdraw: 5, transfer: 8 },
  ...{ transferLp: 5, placeOrder: 8, placeStop: 1, fillOrder: 8, closeOrder: 4, matchOrders: 8, collectFees: 2 },
};

type OpenOrder = {
  readonly order: number;
  readonly account: Account;
  readonly tokenA: TokenAddress;
  readonly tokenB: TokenAddress;
};

export class RandomYear {
  readonly exchange = PaperExchange.open();
  readonly commands: Command[] = [];
  readonly #random: Random;
  #orders: OpenOrder[] = [];

  constructor(seed: number, { from, count }: { readonly from: number; readonly count: number }) {
    this.#random = new Random(seed);
    const { exchange } = this;
    exchange.policy = { ...exchange.policy, ...MATCH_FEE };
    exchange.nowMs = from;
    this.#try({ kind: 'registerToken', token: DATES });
    for (const name of PEOPLE.slice(0, 5)) for (const each of TOKENS) this.#try(deposit(name, each, 10n ** 9n));
    for (const pair of PAIRS) {
      this.#try(createPool(pair));
      this.#try({ ...provide(10n ** 8n, 2n * 10n ** 8n, pair) });
    }
    const step = (366 * 86_400_000) / count;
    while (exchange.journal.length < count) {
      exchange.nowMs = from + Math.floor(step * exchange.journal.length) + this.#random.below(Math.floor(step));
      this.#try(this.#draw());
    }
  }

  #try(command: Command | undefined): void {
    if (!command) return;
    const { exchange } = this;
    const [outcome] = exchange.answer(command);
    if (!outcome || 'refusal' in outcome) return;
    this.commands.push(command);
    const { receipt, sequence } = outcome.posted;
    if (receipt.kind === 'placeOrder') this.#orders.push({ ...receipt, order: sequence });
    const done = fillsOf(receipt).map(({ order }) => order);
    if (receipt.kind === 'closeOrder' || done.length > 0)
      this.#orders = this.#orders.filter((each) => this.#left(each) > 0n);
  }

  #left({ order, tokenA }: OpenOrder): bigint {
    const of = (name: string) => this.exchange.balanceOf(name as Account, tokenA);
    return of(`order ${order}`) + of(`order ${order} stop`);
  }

  #draw(): Command | undefined {
    const random = this.#random;
    const kind = random.weighted(KINDS);
    const who = random.pick(PEOPLE);
    const [pair, each] = [random.pick(PAIRS), random.pick(TOKENS)];
    const way = random.chance(50) ? pair : { tokenA: pair.tokenB, tokenB: pair.tokenA };
    const pool = poolAddressOf(pair.tokenA, pair.tokenB);
    const part = (of: TokenAddress) => 1n + random.sized(this.exchange.balanceOf(who, of) / 4n);
    const referrer = random.pick(PEOPLE);
    const order = random.pickAny(this.#orders);
    switch (kind) {
      case 'swap':
        return swap(part(way.tokenA), { ...way, account: who, ...ANY_PRICE, ...(random.chance(30) && { referrer }) });
      case 'route': {
        const hop = (from: TokenAddress, to: TokenAddress) => ({ tokenIn: from, tokenOut: to, share: WHOLE_SHARE });
        const route = [hop(CORN.address, APPLE.address), hop(APPLE.address, BREAD.address)];
        return swap(part(CORN.address), { ...pairOf(CORN, BREAD), account: who, referrer, route, ...ANY_PRICE });
      }
      case 'provide':
        return provide(part(way.tokenA), part(way.tokenB), { ...way, account: who, ...ANY_PRICE });
      case 'oneSided':
        return provide(part(way.tokenA), 0n, { ...way, account: who, ...ANY_PRICE });
      case 'refund':
        return refund({
          ...way,
          account: who,
          ...(random.chance(70) && { portionPpm: ppm(BigInt(1 + random.below(999_999))) }),
        });
      case 'only':
        return refund({
          ...way,
          account: who,
          portionPpm: ppm(BigInt(1 + random.below(999_999))),
          only: 'A',
          ...ANY_PRICE,
        });
      case 'deposit':
        return deposit(who, each, 1n + random.sized(10n ** 9n));
      case 'withdraw':
        return withdraw(who, each, part(each.address));
      case 'transfer':
        return transfer(each, part(each.address), { account: who, to: referrer });
      case 'transferLp':
        return transferLp(pool, 1n + random.sized(this.exchange.balanceOf(who, `LP ${pool}` as TokenAddress)), {
          account: who,
          to: referrer,
        });
      case 'placeOrder':
        return placeOrder(1000n + part(way.tokenA), 1000n, { ...way, account: who });
      case 'placeStop': {
        const trigger = { when: 'above', price: { numerator: 1n, denominator: 10n ** 12n }, overMs: 0 } as const;
        return placeOrder(1000n + part(way.tokenA), 1000n, { ...way, account: who, trigger });
      }
      case 'fillOrder': {
        if (!order) return undefined;
        const left = this.#left(order);
        const units = random.chance(40) ? left : left / 2n + 1n;
        return fillOrder(order.order, units, left, {
          account: order.account,
          tokenA: order.tokenA,
          tokenB: order.tokenB,
        });
      }
      case 'closeOrder':
        return order && closeOrder(order.order, { account: order.account, tokenA: order.tokenA, tokenB: order.tokenB });
      case 'matchOrders': {
        const other = this.#orders.find(({ tokenA, tokenB }) => tokenA === order?.tokenB && tokenB === order?.tokenA);
        if (!order || !other) return undefined;
        const [maker, taker] = order.order < other.order ? [order, other] : [other, order];
        const [makerLeft, takerLeft] = [this.#left(maker), this.#left(taker)];
        const units = random.chance(50) ? makerLeft : makerLeft / 3n + 1n;
        return matchOrders(units, [maker.order, makerLeft], [taker.order, takerLeft], {
          tokenA: maker.tokenA,
          tokenB: maker.tokenB,
          maker: { order: maker.order, account: maker.account, left: amount(makerLeft) },
          taker: { order: taker.order, account: taker.account, left: amount(takerLeft) },
        });
      }
      case 'collectFees':
        return collectFees(pair);
    }
  }
}

/** Executes the commands in a store, with the same outcomes; their times are those of the store. */
export async function repeat(year: RandomYear, store: Store): Promise<void> {
  const { journal } = year.exchange;
  // The first three transactions of the exchange register its tokens.
  const start = [APPLE, BREAD, CORN].map((each): Command => ({ kind: 'registerToken', token: each }));
  const all = [...start, ...year.commands];
  // Pools must exist before a transfer of their LP tokens can name them.
  const first = all.findLastIndex(({ kind }) => kind === 'createPool') + 1;
  for (let at = 0, end = first; at < all.length; at = end, end += BATCH) {
    const batch: Instruction[] = [];
    for (const command of all.slice(at, end)) batch.push({ actor: OPERATOR, command: await named(command, store) });
    const outcomes = await store.commit(batch);
    const refused = outcomes.findIndex((outcome) => !('posted' in outcome));
    if (refused !== -1)
      throw new Error(`${at + refused + 1}: ${JSON.stringify(outcomes[refused])} of ${journal.length}`);
  }
}

const OPERATOR = account('operator');
const BATCH = 200;

/** Pools have other addresses in a store. */
async function named(command: Command, store: Store): Promise<Command> {
  if (command.kind !== 'transfer' || !('pool' in command)) return command;
  const [a, b] = command.pool.split('-') as [TokenAddress, TokenAddress];
  const pool = await store.pool(a, b);
  return { ...command, pool: pool?.address as PoolAddress };
}
