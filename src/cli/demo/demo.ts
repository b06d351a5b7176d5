// A demo market under well-known addresses, created once by ordinary commands.
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

/** The deposits of `local`, besides its positions. */
const PURSE: readonly (readonly [Token, string])[] = [
  [TON, '20000'],
  [USDT, '100000'],
  [STON, '50000'],
  [NOT, '10000000'],
  [DOGS, '100000000'],
  [JDAI, '50000'],
];

/**
 * Contents of the pools: deep enough that a thousand whole units of any token move no price by more than a few percent. The
 * product of both amounts in base units is a square, so that LP tokens are round, too. Pairs near parity are stable, with this amplification.
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
/** The account of a visitor of the demo. */
export const LOCAL = 'local' as Account;
/** The actor that creates the market; its idempotency keys show that it was created. */
export const ACTOR = 'demo' as Account;

/** Safe to call at every start: each step has its own idempotency key and takes effect once. */
export async function createDemoMarket(venue: Venue, logger: FastifyBaseLogger): Promise<void> {
  const skipped: Record<string, string> = {};
  // One at a time, because each step depends on earlier ones.
  for (const [key, command] of Object.entries(demoCommands())) {
    try {
      await venue.execute(ACTOR, command, keyOf(key));
    } catch (error) {
      // If the market is not the demo's, it is left as its operator made it.
      if (!(error instanceof RefusedError)) throw error;
      const { code } = error.refusal;
      // An earlier version may have made this step with other parameters.
      if (code !== 'idempotency_key_reused') skipped[key] = code;
    }
  }
  if (Object.keys(skipped).length > 0) logger.warn({ skipped }, 'the market differs from the demo: steps skipped');
}

/** The idempotency key of a step. */
export const keyOf = (step: string): string => `demo ${step}`.replaceAll(' ', '-');

/** In the order in which they must be executed. */
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
