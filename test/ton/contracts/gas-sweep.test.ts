// Whatever TON comes with a request, no token is lost: from 0.015 TON on it is done, given back, staged or refused.
import { isDeepStrictEqual } from 'node:util';
import { type Address, toNano } from '@ton/core';
import type { BlockchainSnapshot } from '@ton/sandbox';
import { beforeAll, expect, test } from 'vitest';
import { stranded } from './accounts.ts';
import { Exchange, type Person } from './exchange.ts';
import { dataOf } from './states.ts';

const FORWARDED = '0.01 0.015 0.03 0.079 0.08 0.119 0.12 0.179 0.18'.split(' ');
/** Further amounts between 0.015 and 0.25 TON for each request. */
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

/** To the router with a swap, or for a burn to the pool: `ton` is what arrives there for gas. */
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
    await exchange.provideA(alice, AMOUNT);
    const offer = await exchange.sdkRouter.getProvideLiquidityJettonTxParams({
      userWalletAddress: alice.address,
      sendTokenAddress: exchange.tokenB,
      otherTokenAddress: exchange.tokenA,
      sendAmount: 2n * AMOUNT,
      minLpOut: 1n,
      forwardGasAmount: ton,
      gasAmount: ton + toNano('0.05'),
    });
    await alice.send(offer);
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

async function swap(ton: bigint, more: Terms) {
  const offer = await exchange.sdkRouter.getSwapJettonToJettonTxParams({
    userWalletAddress: alice.address,
    offerJettonAddress: exchange.tokenA,
    askJettonAddress: exchange.tokenB,
    offerAmount: AMOUNT,
    minAskAmount: 1n,
    forwardGasAmount: ton,
    gasAmount: ton + toNano('0.05'),
    ...more,
    // Else each is asked of the chain.
    offerJettonWalletAddress: exchange.walletOf(alice.address, more.offerJettonAddress ?? exchange.tokenA),
    askJettonWalletAddress: exchange.walletOf(exchange.router, more.askJettonAddress ?? exchange.tokenB),
  });
  await alice.send(offer);
}

/** + done, · not done and nothing lost, X lost. */
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

test.each([
  ['swap', 'X···+++++'],
  ['with referrer', 'X·····+++'],
  ['below minimum', 'X········'],
  ['pool not there', 'X········'],
  ['swap for TON', 'X···+++++'],
  ['swap of TON', '·····++++'],
  ['provide', 'X·······+'],
  ['burn', '·······++'],
])('%s', async (name, expected) => {
  let outcomes = '';
  for (const ton of FORWARDED) outcomes += await outcome(name, toNano(ton));
  expect(outcomes).toBe(expected);
});

test.each(Object.keys(SENT))(`%s: nothing is lost at ${STEPS} further amounts`, async (name) => {
  for (let step = 0; step < STEPS; step++) {
    const ton = toNano('0.015') + (toNano('0.235') * BigInt(2 * step + 1)) / BigInt(2 * STEPS);
    expect(await outcome(name, ton), `${ton} nanoton`).not.toBe('X');
  }
});
