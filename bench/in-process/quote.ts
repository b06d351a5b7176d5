// One quote by the exchange's own plan, and one by Uniswap's SDK, both in this process.
import { createRequire } from 'node:module';
import type { CurrencyAmount, Token as SdkToken } from '@uniswap/sdk-core';
import { policyOf, readSettings } from '../../src/cli/settings.ts';
import { reserveAccount } from '../../src/core/accounts.ts';
import { type Amount, amount, type PoolAddress, type TokenAddress } from '../../src/core/amount.ts';
import type { CommandState } from '../../src/core/commands/kind.ts';
import { planSwap } from '../../src/core/commands/swap.ts';
import { CONSTANT_PRODUCT } from '../../src/core/curves/curves.ts';
import type { ListedToken, Pool } from '../../src/core/pool.ts';
import { Refused } from '../../src/core/refusal.ts';
import { balanceKey } from '../../src/core/settle/transfer.ts';
import { answerLines } from '../lines.ts';
import { perSecond, type Question } from './question.ts';

const AT_ONCE = 1000;
const RESERVE = 10n ** 21n;
const AMOUNTS: readonly Amount[] = Array.from({ length: 64 }, (_, index) => amount(10n ** 15n + BigInt(index * 997)));

const [tokenA, tokenB] = ['apple', 'bread'].map(
  (name): ListedToken => ({ address: name as TokenAddress, symbol: name, decimals: 18, status: 'listed' }),
) as [ListedToken, ListedToken];
const policy = policyOf(readSettings({}, {}));
const pool: Pool = {
  ...policy.rates,
  number: 1,
  address: 'apple-bread' as PoolAddress,
  token0: tokenA.address,
  token1: tokenB.address,
  protocolFeeAddress: policy.treasury,
  status: 'listed',
  ...CONSTANT_PRODUCT,
};
const balances = new Map(
  [tokenA, tokenB].map(({ address }) => [balanceKey(reserveAccount(pool.address), address), RESERVE] as const),
);
const state: CommandState = {
  token: (address) => [tokenA, tokenB].find((token) => token.address === address),
  pool: () => pool,
  poolAddress: () => pool.address,
  namesakes: () => [],
  order: () => undefined,
  openOrder: () => undefined,
  fillOf: () => undefined,
  balanceOf: (account, token) => balances.get(balanceKey(account, token)) ?? 0n,
  policy,
  nowMs: 0,
  sequence: 1,
};

function quote(index: number): void {
  const exact = { in: AMOUNTS[index % AMOUNTS.length] as Amount };
  const plan = planSwap({ tokenA: tokenA.address, tokenB: tokenB.address, referred: false, exact }, state);
  if (plan instanceof Refused) throw new Error('the quote was refused');
}

// Loads the CommonJS build: the SDK's ES modules import files without extensions, which Node does not resolve.
const require = createRequire(import.meta.url);
const sdk: typeof import('@uniswap/sdk-core') = require('@uniswap/sdk-core');
const { Pair }: typeof import('@uniswap/v2-sdk') = require('@uniswap/v2-sdk');
const [apple, bread] = ['1', '2'].map((digit) => new sdk.Token(1, `0x${digit.repeat(40)}`, 18)) as [SdkToken, SdkToken];
const sdkAmount = (token: SdkToken, base: bigint) => sdk.CurrencyAmount.fromRawAmount(token, base.toString());
const pair = new Pair(sdkAmount(apple, RESERVE), sdkAmount(bread, RESERVE));
// The SDK's amounts are made in advance, so that only the quote itself is measured.
const sdkAmounts = AMOUNTS.map((base) => sdkAmount(apple, base));

const SIDES: Readonly<Record<string, (index: number) => unknown>> = {
  measured: quote,
  yardstick: (index) => pair.getOutputAmount(sdkAmounts[index % AMOUNTS.length] as CurrencyAmount<SdkToken>),
};

await answerLines(({ side, seconds }: Question) => {
  const once = SIDES[side] as (index: number) => unknown;
  return perSecond(seconds, async () => {
    for (let index = 0; index < AT_ONCE; index++) once(index);
    return AT_ONCE;
  });
});
