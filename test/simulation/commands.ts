// Random commands: most of them sensible, many at a boundary, some absurd.
import type { Account, Amount, PoolAddress, TokenAddress } from '../../src/core/amount.ts';
import type { Command } from '../../src/core/commands/command.ts';
import type { Token } from '../../src/core/pool.ts';
import { type Draw, LATER, type Pair } from './draw.ts';
import type { Of } from './model.ts';
import { LARGEST, type ModelPool } from './model-pool.ts';
import {
  closeOrder,
  closeOrders,
  fillOrder,
  hasOrders,
  hasStops,
  matchOrders,
  placeOrder,
  triggerOrder,
} from './orders.ts';
import { swap } from './swaps.ts';

const COMMANDS: { readonly [Kind in Command['kind']]: (draw: Draw) => Command } = {
  swap: (draw) => swap(draw),
  provide,
  refund,
  createPool,
  withdraw,
  transfer,
  deposit: (draw) => deposit(draw, draw.account(), draw.token()),
  collectFees: (draw) => ({ kind: 'collectFees', ...draw.pair() }),
  registerToken: (draw) => ({ kind: 'registerToken', token: draw.random.pick(LATER), ...mayForce(draw) }),
  setPoolFees: (draw) => ({ kind: 'setPoolFees', ...draw.pair(), ...terms(draw), ...mayForce(draw) }),
  setPoolStatus: (draw) => ({ kind: 'setPoolStatus', ...draw.pair(), status: status(draw) }),
  updateToken: (draw) => ({
    kind: 'updateToken',
    token: draw.token().address,
    ...draw.maybe(90, () => ({ status: status(draw) })),
    ...draw.maybe(20, () => ({ name: draw.random.pick(['', 'A name']) })),
    ...mayForce(draw),
  }),
  placeOrder,
  fillOrder: (draw) => (hasOrders(draw) ? fillOrder(draw) : placeOrder(draw)),
  closeOrder: (draw) => (hasOrders(draw) ? closeOrder(draw) : placeOrder(draw)),
  closeOrders: (draw) => (hasOrders(draw) ? closeOrders(draw) : placeOrder(draw)),
  matchOrders: (draw) => (hasOrders(draw) ? matchOrders(draw) : placeOrder(draw)),
  triggerOrder: (draw) => (hasStops(draw) ? triggerOrder(draw) : placeOrder(draw)),
  liabilities: (draw) => ({
    ...{ kind: 'liabilities', format: 2, asOf: 1, atMs: 1, log: 1, intervalMs: 0, previous: null },
    hash: draw.random.pick(['a', 'b']),
  }),
  audited: (draw) => ({ kind: 'audited', asOf: 1, hash: draw.random.pick(['a', 'b']) }),
  forked: () => ({ kind: 'forked', log: 2, checkpoint: 'a\n', shared: 1 }),
};
const WEIGHTS: { readonly [Kind in Command['kind']]: number } = {
  swap: 50,
  provide: 16,
  refund: 12,
  deposit: 8,
  withdraw: 4,
  transfer: 8,
  collectFees: 6,
  createPool: 8,
  registerToken: 2,
  setPoolFees: 3,
  setPoolStatus: 3,
  updateToken: 3,
  placeOrder: 12,
  fillOrder: 14,
  closeOrder: 4,
  closeOrders: 2,
  matchOrders: 8,
  triggerOrder: 5,
  // The audit refuses lists that do not follow from the balances.
  liabilities: 0,
  audited: 1,
  forked: 1,
};

const mayForce = (draw: Draw) => draw.maybe(60, () => ({ force: true as const }));
/** Mostly listed, so that trading goes on. */
const status = (draw: Draw) => draw.random.weighted({ listed: 80, hidden: 10, paused: 10 });

export const nextCommand = (draw: Draw): Command => COMMANDS[draw.random.weighted(WEIGHTS)](draw);

export function deposit(draw: Draw, account: Account, { address, decimals }: Token): Command {
  const room = LARGEST - draw.model.issued(address);
  const usual = address === 'WHALE' ? LARGEST / 50n : 10n ** BigInt(decimals + 6);
  const amount = draw.near(draw.random.chance(2) ? room : usual, 1n);
  return { kind: 'deposit', account, token: address, amount, reference: reference(draw) };
}

/** Pools for most pairs, a third of them stable, with liquidity near parity, so that routes exist. */
export function market(draw: Draw, tokens: readonly Token[]): readonly Command[] {
  const pairs = tokens.flatMap(({ address: tokenA }, at) =>
    tokens.slice(at + 1).map(({ address: tokenB }) => ({ tokenA, tokenB })),
  );
  return pairs
    .filter(() => draw.random.chance(70))
    .flatMap((pair): Command[] => {
      const account = draw.account();
      const part = BigInt(4 + draw.random.below(10));
      const some = (token: TokenAddress) => (draw.model.balance(account, token) / part) as Amount;
      const provide = {
        kind: 'provide' as const,
        account,
        ...pair,
        amountA: some(pair.tokenA),
        amountB: some(pair.tokenB),
      };
      const rates = draw.maybe(50, () => ({ lpFeePpm: draw.rate(0n, 3_000n), protocolFeePpm: draw.rate(0n, 500n) }));
      return [{ kind: 'createPool', ...pair, ...rates, ...draw.maybe(35, () => stable(draw)), force: true }, provide];
    });
}

/** So few values that some repeat, mostly with another amount. */
const reference = (draw: Draw): string => `wire "${draw.random.below(100)}"`;

function withdraw(draw: Draw): Command {
  const { address } = draw.token();
  const account = draw.holder(address);
  const amount = draw.near(draw.model.balance(account, address) / 3n, 1n);
  return { kind: 'withdraw', account, token: address, amount, reference: reference(draw) };
}

/** Sends a token or a pool's LP tokens; sometimes to the sender, the treasury or an account of the exchange. */
function transfer(draw: Draw): Command {
  const memo = draw.maybe(30, () => ({ memo: draw.random.pick(['Invoice "7"', 'кедр', '<b>']) }));
  const to = draw.random.chance(4)
    ? (draw.random.pick([draw.model.policy.treasury, 'the issuer', 'the lock', 'pool x']) as Account)
    : draw.account();
  const pool = draw.random.chance(40) ? draw.random.pickAny(draw.model.pools) : undefined;
  if (!pool) {
    const { address: token } = draw.token();
    const account = draw.holder(token);
    return { kind: 'transfer', account, token, to, amount: draw.near(draw.model.balance(account, token), 1n), ...memo };
  }
  const account = (draw.random.pickAny([...pool.positions.keys()]) ?? draw.account()) as Account;
  const amount = draw.near(pool.position(account), 1n);
  return { kind: 'transfer', account, pool: pool.address as PoolAddress, to, amount, ...memo };
}

function provide(draw: Draw): Of<'provide'> {
  const { tokenA, tokenB } = draw.pair();
  const account = draw.holder(draw.random.pick([tokenA, tokenB]));
  const pool = draw.model.pool({ tokenA, tokenB });
  const [amountA, amountB] = offer(draw, pool, { tokenA, tokenB }, account);
  if (draw.random.chance(25)) return provideOne(draw, { account, tokenA, tokenB, amountA, amountB });
  const offered = new Map([[tokenA, amountA] as const, [tokenB, amountB] as const]);
  const minimum = draw.maybe(25, () => ({ minLpTokens: draw.near(pool?.mint(offered).minted ?? 0n) }));
  const limit = draw.maybe(40, () => ({ maxPriceImpactPpm: draw.rate(1_000_000n, 1_000_000n, 150_000n, 0n) }));
  return { kind: 'provide', account, tokenA, tokenB, amountA, amountB, ...minimum, ...limit };
}

/** Provides one token only; often so little that the price impact of its swap is within the usual limit. */
function provideOne(draw: Draw, offer: Omit<Of<'provide'>, 'kind'>): Of<'provide'> {
  const limit = draw.maybe(50, () => ({ maxPriceImpactPpm: draw.rate(1_000_000n, 1_000_000n, 150_000n, 1n) }));
  const minimum = draw.maybe(20, () => ({ minLpTokens: draw.near(draw.model.pool(offer)?.supply ?? 0n) }));
  const part = draw.random.chance(60) ? 20n : 1n;
  const [nothing, some] = [0n as Amount, (units: Amount) => (units / part) as Amount];
  const amounts = draw.random.chance(50)
    ? { amountA: some(offer.amountA), amountB: nothing }
    : { amountA: nothing, amountB: some(offer.amountB) };
  return { kind: 'provide', ...offer, ...amounts, ...minimum, ...limit };
}

/** Usually what the account can pay at the pool's ratio. */
function offer(draw: Draw, pool: ModelPool | undefined, { tokenA, tokenB }: Pair, account: Account): [Amount, Amount] {
  const room = (token: TokenAddress) => draw.near(LARGEST - (pool?.reserve(token) ?? 0n));
  const thousand = BigInt(999 + draw.random.below(3)) as Amount;
  switch (draw.random.weighted({ usual: 90, justEnough: 6, largest: 4 })) {
    case 'justEnough':
      return [thousand, thousand];
    case 'largest':
      return [room(tokenA), room(tokenB)];
    case 'usual': {
      const amountA = draw.near(draw.model.balance(account, tokenA) / 4n);
      const matching = pool && pool.supply > 0n ? (amountA * pool.reserve(tokenB)) / pool.reserve(tokenA) : undefined;
      return [amountA, draw.near(matching ?? draw.model.balance(account, tokenB) / 4n)];
    }
  }
}

function refund(draw: Draw): Of<'refund'> {
  const { tokenA, tokenB } = draw.pair();
  const pool = draw.model.pool({ tokenA, tokenB });
  const provider = draw.random.pickAny([...(pool?.positions.keys() ?? [])]) as Account | undefined;
  const account = draw.random.chance(15) ? draw.account() : (provider ?? draw.account());
  const held = pool?.position(account) ?? 0n;
  const lpTokens = draw.near(held / 2n);
  const how = draw.random.weighted({ whole: 20, some: 50, portion: 30 });
  const worth = (token: string) => draw.near(pool?.worth(how === 'some' ? least(lpTokens, held) : held, token) ?? 0n);
  return {
    kind: 'refund',
    account,
    tokenA,
    tokenB,
    ...(how === 'some' ? { lpTokens } : {}),
    ...(how === 'portion' ? { portionPpm: draw.rate(1n, 1_000n, 333_333n, 500_000n, 999_999n, 1_000_000n) } : {}),
    ...draw.maybe(20, () => ({ minA: worth(tokenA) })),
    ...draw.maybe(20, () => ({ minB: worth(tokenB) })),
    ...draw.maybe(30, () => ({
      only: draw.random.pick(['A', 'B'] as const),
      ...draw.maybe(60, () => ({ maxPriceImpactPpm: draw.rate(1_000_000n, 1_000_000n, 150_000n, 1n) })),
    })),
  };
}

function createPool(draw: Draw): Of<'createPool'> {
  return {
    kind: 'createPool',
    ...draw.pair(),
    ...terms(draw),
    ...draw.maybe(60, () => stable(draw)),
    ...mayForce(draw),
  };
}

const stable = (draw: Draw) => ({
  curve: 'stable' as const,
  amplification: draw.random.pick([1n, 2n, 85n, 2_000n, 1_000_000n]),
});

function terms(draw: Draw) {
  return {
    ...draw.maybe(50, () => ({ lpFeePpm: draw.rate(0n, 3_000n, 10_000n, 999_999n, 1_000_000n) })),
    ...draw.maybe(50, () => ({ protocolFeePpm: draw.rate(0n, 1n, 500n, 250_000n, 500_000n) })),
    ...draw.maybe(50, () => ({ refFeePpm: draw.rate(0n, 1n, 1_000n, 250_000n, 499_999n) })),
    ...draw.maybe(30, () => ({ protocolFeeAddress: draw.account() })),
  };
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
