// From 0.015 TON of gas on, no token is lost: a request is executed, returned, staged or refused.
import { isDeepStrictEqual } from 'node:util';
import { type Address, beginCell, type Cell, Dictionary, toNano } from '@ton/core';
import type { BlockchainSnapshot } from '@ton/sandbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stranded } from './accounts.ts';
import { Exchange, type Person } from './exchange.ts';
import { dataOf } from './states.ts';

/** Number of further amounts between 0.015 and 0.25 TON for each request. */
const STEPS = Number(process.env.GAS_STEPS ?? 1);

let exchange: Exchange;
let alice: Person;
let referrer: Person;
let fresh: BlockchainSnapshot;

beforeAll(async () => {
  exchange = await Exchange.open();
  alice = await exchange.person('alice');
  referrer = await exchange.chain.treasury('referrer');
  await exchange.provide(alice, 10n ** 12n, 10n ** 12n);
  await exchange.provideTon(alice, 10n ** 11n, 10n ** 12n);
  fresh = exchange.chain.snapshot();
});

const AMOUNT = 10n ** 9n;
/** Enough for the jetton wallets before the router, also at five times the gas price. */
const WALLETS_TON = toNano('0.25');

/** Sends one request each; `ton` is the gas that reaches the router, or the pool for a burn. */
const SENT: Record<string, (ton: bigint) => Promise<unknown>> = {
  swap: (ton) => swap(ton, {}),
  'with referrer': (ton) => swap(ton, { referralAddress: referrer.address }),
  'below minimum': (ton) => swap(ton, { minAskAmount: 10n ** 18n }),
  'pool not there': (ton) => swap(ton, { askJettonAddress: exchange.tokenC }),
  'swap for TON': (ton) => swap(ton, { offerJettonAddress: exchange.tokenB, askJettonAddress: exchange.pton }),
  'swap of TON': async (ton) =>
    alice.send(
      await exchange.sdkRouter.getSwapTonToJettonTxParams({
        userWalletAddress: alice.address,
        proxyTon: exchange.sdkPton,
        askJettonAddress: exchange.tokenB,
        offerAmount: AMOUNT,
        minAskAmount: 1n,
        forwardGasAmount: ton,
      }),
    ),
  provide: async (ton) => {
    const { tokenA, tokenB } = exchange;
    await provide([tokenA, tokenB], AMOUNT, toNano(1));
    await provide([tokenB, tokenA], 2n * AMOUNT, ton);
  },
  burn: async (ton) => {
    const burn = { amount: AMOUNT, responseAddress: alice.address, gasAmount: ton };
    await alice.send(await exchange.sdkPool().getBurnTxParams(burn));
  },
};

type Terms = {
  readonly minAskAmount?: bigint;
  readonly referralAddress?: Address;
  readonly offerJettonAddress?: Address;
  readonly askJettonAddress?: Address;
};

async function provide(pair: readonly [Address, Address], sendAmount: bigint, ton: bigint) {
  const offer = await exchange.sdkRouter.getProvideLiquidityJettonTxParams({
    userWalletAddress: alice.address,
    sendTokenAddress: pair[0],
    otherTokenAddress: pair[1],
    sendAmount,
    minLpOut: 1n,
    forwardGasAmount: ton,
    gasAmount: ton + WALLETS_TON,
  });
  await alice.send(offer);
}

async function swap(ton: bigint, more: Terms) {
  const offer = await exchange.sdkRouter.getSwapJettonToJettonTxParams({
    userWalletAddress: alice.address,
    offerJettonAddress: exchange.tokenA,
    askJettonAddress: exchange.tokenB,
    offerAmount: AMOUNT,
    minAskAmount: 1n,
    forwardGasAmount: ton,
    gasAmount: ton + WALLETS_TON,
    ...more,
    // Given here, because each would otherwise be requested from the chain.
    offerJettonWalletAddress: exchange.walletOf(alice.address, more.offerJettonAddress ?? exchange.tokenA),
    askJettonWalletAddress: exchange.walletOf(exchange.router, more.askJettonAddress ?? exchange.tokenB),
  });
  await alice.send(offer);
}

/** + executed, · not executed and nothing lost, X lost. */
async function outcome(name: string, ton: bigint): Promise<string> {
  await exchange.chain.loadFrom(fresh);
  const { tokenA, tokenB, tokenC, pton } = exchange;
  const pools = [exchange.poolOf(), exchange.poolOf(pton, tokenB)];
  const states = async () => Promise.all(pools.map(async (pool) => (await dataOf(exchange.chain, pool))?.hash()));
  const before = await states();
  await SENT[name]?.(ton);
  const pairs = [
    [tokenA, tokenB],
    [tokenB, pton],
    [tokenA, tokenC],
  ] as const;
  const lost = await stranded(exchange, pairs, [alice.address]);
  if (lost.some((amount) => amount !== 0n)) return 'X';
  return isDeepStrictEqual(await states(), before) ? '·' : '+';
}

/** The outcomes of one request with each of these amounts of TON for its gas. */
async function outcomes(name: string, forwarded: string): Promise<string> {
  let all = '';
  for (const ton of forwarded.split(' ')) all += await outcome(name, toNano(ton));
  return all;
}

test.each([
  ['swap', '0.01 0.015 0.079 0.08 0.18', 'X··++'],
  ['with referrer', '0.01 0.015 0.119 0.12 0.18', 'X··++'],
  ['below minimum', '0.01 0.015 0.18', 'X··'],
  ['pool not there', '0.01 0.015 0.18', 'X··'],
  ['swap for TON', '0.01 0.015 0.079 0.08 0.18', 'X··++'],
  ['swap of TON', '0.01 0.08 0.119 0.18', '··++'],
  ['provide', '0.01 0.015 0.179 0.18', 'X··+'],
  ['burn', '0.01 0.12 0.179 0.18', '··++'],
])('%s with %s TON for gas (+ executed, · nothing lost, X lost): %s', async (name, forwarded, expected) => {
  expect(await outcomes(name, forwarded)).toBe(expected);
});

test.each(Object.keys(SENT))(`%s: no token is lost at ${STEPS} further amounts of TON`, async (name) => {
  for (let step = 0; step < STEPS; step++) {
    const ton = toNano('0.015') + (toNano('0.235') * BigInt(2 * step + 1)) / BigInt(2 * STEPS);
    expect(await outcome(name, ton), `${ton} nanoton`).not.toBe('X');
  }
});

/** The configuration with another gas price of the basechain. */
function withGasPrice(config: Cell, priceOf: (today: bigint) => bigint): Cell {
  const parameters = config.beginParse().loadDictDirect(Dictionary.Keys.Int(32), Dictionary.Values.Cell());
  const prices = (parameters.get(BASECHAIN_GAS) as Cell).beginParse();
  const [flatTag, flatLimit, flatPrice] = [prices.loadUint(8), prices.loadUintBig(64), prices.loadUintBig(64)];
  const [tag, price] = [prices.loadUint(8), prices.loadUintBig(64)];
  const changed = beginCell().storeUint(flatTag, 8).storeUint(flatLimit, 64).storeUint(priceOf(flatPrice), 64);
  changed.storeUint(tag, 8).storeUint(priceOf(price), 64).storeSlice(prices);
  return beginCell().storeDictDirect(parameters.set(BASECHAIN_GAS, changed.endCell())).endCell();
}
const BASECHAIN_GAS = 21;

describe.each([
  {
    title: 'at five times the gas price five times the TON is needed',
    priceOf: (today: bigint) => today * 5n,
    forwarded: '0.08 0.12 0.395 0.4 0.595 0.6 0.895 0.9'.split(' '),
  },
  {
    title: 'at a tenth of the gas price as much TON is needed as today',
    priceOf: (today: bigint) => today / 10n,
    forwarded: '0.016 0.024 0.079 0.08 0.119 0.12 0.179 0.18'.split(' '),
  },
])('$title, and nothing is lost with less', ({ priceOf, forwarded }) => {
  let today: BlockchainSnapshot;
  beforeAll(async () => {
    today = fresh;
    await exchange.chain.loadFrom(today);
    exchange.chain.setConfig(withGasPrice(exchange.chain.config, priceOf));
    fresh = exchange.chain.snapshot();
  });
  afterAll(() => {
    fresh = today;
  });

  test.each([
    ['swap', 3],
    ['with referrer', 5],
    ['swap for TON', 3],
    ['swap of TON', 4],
    ['provide', 7],
    ['burn', 6],
  ])('%s: amount %i is the first that is enough', async (name, first) => {
    const [least, short, enough] = [forwarded[0], forwarded[first - 1], forwarded[first]];
    expect(await outcomes(name, `${least} ${short} ${enough} ${forwarded.at(-1)}`)).toBe('··++');
  });
});
