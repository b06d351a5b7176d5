// The demo market: tokens under well-known TON addresses, and pools with liquidity, created once by ordinary commands.
import type { FastifyBaseLogger } from 'fastify';
import { type Account, amount, MAX_AMOUNT, type TokenAddress } from '../../core/amount.ts';
import type { Command } from '../../core/commands/command.ts';
import { parseDecimal } from '../../core/maths/decimal.ts';
import type { Token } from '../../core/pool.ts';
import { RefusedError, type Venue } from '../../ports/venue.ts';

const token = (symbol: string, name: string, decimals: number, address: string) => ({
  address: address as TokenAddress,
  symbol,
  name,
  decimals,
});

export const TON = token('TON', 'Toncoin', 9, 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c');
export const USDT = token('USDT', 'Tether USD', 6, 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs');
export const STON = token('STON', 'STON', 9, 'EQA2kCVNwVsil2EM2mB0SkXytxCqQjS4mttjDpnXmwG9T6bO');
export const NOT = token('NOT', 'Notcoin', 9, 'EQAvlWFDxGF2lXm67y4yzC17wYKD9A0guwPkMs1gOsM__NOT');
export const DOGS = token('DOGS', 'Dogs', 9, 'EQCvxJy4eG8hyHBFsZ7eePxrRsUQSFE_jpptRAYBmcG_DOGS');
export const JDAI = token('jDAI', 'Dai', 18, 'EQDo_ZJyQ_YqBzBwbVpMmhbhIddKtRP99HugZJ14aFscxi7B');

/** Deposits of the account `local`, in addition to the liquidity that it provides. */
const PURSE: readonly (readonly [Token, string])[] = [
  [TON, '20000'],
  [USDT, '100000'],
  [STON, '50000'],
  [NOT, '10000000'],
  [DOGS, '100000000'],
  [JDAI, '50000'],
];

/**
 * The pools and their reserves: so deep that a swap of a thousand tokens moves no price by more than a few percent. The product
 * of both reserves in base units is a square, so that the number of LP tokens is round. If there is a fifth value, the pool is
 * a stable one with this amplification.
 */
export const POOLS: readonly (readonly [Token, string, Token, string, bigint?])[] = [
  [TON, '2000000', USDT, '5000000'],
  [STON, '1600000', USDT, '1000000'],
  [JDAI, '3000000', USDT, '3000000', 200n],
  [NOT, '800000000', TON, '720000'],
  [DOGS, '2000000000', TON, '200000'],
  [STON, '600000', TON, '150000'],
];
/** `local` provides one thousandth of each pool, the market maker the rest. */
const PARTS = 1000n;

const MAKER = 'market-maker' as Account;
/** The account that requests without a key act as. */
export const LOCAL = 'local' as Account;
/** The actor of the commands that create the market. */
export const ACTOR = 'demo' as Account;

/** Creates the demo market. Safe to call at every start: each step has its own idempotency key and takes effect once. */
export async function createDemoMarket(venue: Venue, logger: FastifyBaseLogger): Promise<void> {
  const skipped: Record<string, string> = {};
  // Executed one after another, because each step depends on earlier ones.
  for (const [key, command] of Object.entries(demoCommands())) {
    try {
      await venue.execute(ACTOR, command, keyOf(key));
    } catch (error) {
      // A refused step is skipped: if an operator has changed the market, it stays as it is.
      if (!(error instanceof RefusedError)) throw error;
      const { code } = error.refusal;
      // An earlier version of the program may have done this step with other parameters.
      if (code !== 'idempotency_key_reused') skipped[key] = code;
    }
  }
  if (Object.keys(skipped).length > 0) logger.warn({ skipped }, 'the market differs from the demo: steps skipped');
}

/** The idempotency key of a step. */
export const keyOf = (step: string): string => `demo ${step}`.replaceAll(' ', '-');

/** The commands that create the demo market, by step, in the order in which they must be executed. */
export function demoCommands(): Record<string, Command> {
  const commands: Record<string, Command> = {};
  for (const [asset] of PURSE) commands[`register ${asset.symbol}`] = { kind: 'registerToken', token: asset };
  for (const [asset, text] of PURSE)
    commands[`purse ${asset.symbol}`] = deposit(LOCAL, asset, units(asset, text), 'demo purse');
  for (const [tokenA, textA, tokenB, textB, amplification] of POOLS) {
    const pair = { tokenA: tokenA.address, tokenB: tokenB.address };
    if (amplification !== undefined)
      commands[`create ${tokenA.symbol}/${tokenB.symbol}`] = {
        kind: 'createPool',
        ...pair,
        curve: 'stable',
        amplification,
      };
    for (const [account, parts] of [
      [MAKER, PARTS - 1n],
      [LOCAL, 1n],
    ] as const) {
      const [amountA, amountB] = [partsOf(parts, tokenA, textA), partsOf(parts, tokenB, textB)];
      const step = `${account} ${tokenA.symbol}/${tokenB.symbol}`;
      commands[`fund A ${step}`] = deposit(account, tokenA, amountA, `demo ${step}`);
      commands[`fund B ${step}`] = deposit(account, tokenB, amountB, `demo ${step}`);
      commands[`provide ${step}`] = {
        kind: 'provide',
        account,
        ...pair,
        amountA: amount(amountA),
        amountB: amount(amountB),
        mayCreatePool: true,
      };
    }
  }
  return commands;
}

export const deposit = (account: Account, { address }: Token, base: bigint, reference: string): Command => ({
  kind: 'deposit',
  account,
  token: address,
  amount: amount(base),
  reference,
});

const partsOf = (parts: bigint, token: Token, text: string): bigint => (units(token, text) * parts) / PARTS;

export const units = ({ decimals }: Token, text: string): bigint => parseDecimal(text, decimals, MAX_AMOUNT) as bigint;
