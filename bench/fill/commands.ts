// The names and commands of a generated exchange: tokens, a pool for each pair of them, traders, and many accounts.
import { type Account, amount, type TokenAddress } from '../../src/core/amount.ts';
import type { Command } from '../../src/core/commands/command.ts';
import type { Instruction } from '../../src/core/settle/instruction.ts';

export const DECIMALS = 9;
const MAX_TRADERS = 1000;
/** The depth of each pool in both tokens, and the balance of each trader in both tokens of its pools. */
const DEPTH_BASE = 10n ** 15n;
const PURSE_BASE = 10n ** 9n;
/** Small compared to the depth, so that no price moves far. */
export const SWAP_BASE = 10n ** 6n;

const MAKER = 'maker' as Account;

/** The number of the trader (an account that swaps under load) of a pool; a trader may have several pools. */
export const traderOf = (pool: number): number => pool % MAX_TRADERS;
export const traders = (pools: number): number => Math.min(pools, MAX_TRADERS);
export const traderName = (trader: number): Account => `trader-${trader}` as Account;

/** Holders: accounts that only have a history, one deposit and one swap. */
export const holderName = (holder: number): Account => `account-${String(holder).padStart(7, '0')}` as Account;
export const isHolder = (account: Account): boolean => account.startsWith('account-');

/** The tokens of the nth pair, if every token is paired with all earlier ones. */
export function pairOf(pool: number): readonly [TokenAddress, TokenAddress] {
  const later = Math.floor((1 + Math.sqrt(1 + 8 * pool)) / 2);
  return [tokenName(later), tokenName(pool - (later * (later - 1)) / 2)];
}

const tokenName = (token: number): TokenAddress => `token-${token}` as TokenAddress;

/** Registers the tokens, creates the pools and funds the traders. */
export function openingOf(pools: number): Instruction[] {
  const pairs = Array.from({ length: pools }, (_, pool) => pairOf(pool));
  const tokens = [...new Set(pairs.flat())];
  const commands: Command[] = [
    ...tokens.map((address) => ({
      kind: 'registerToken' as const,
      token: { address, symbol: address.toUpperCase(), decimals: DECIMALS },
    })),
    ...tokens.map((token) => deposit(MAKER, token, DEPTH_BASE * BigInt(pools))),
    ...pairs.map(([tokenA, tokenB]) => ({
      kind: 'provide' as const,
      account: MAKER,
      tokenA,
      tokenB,
      amountA: amount(DEPTH_BASE),
      amountB: amount(DEPTH_BASE),
    })),
    ...pairs.flatMap((pair, pool) =>
      pair.map((token) => deposit(traderName(traderOf(pool)), token, DEPTH_BASE, `pool-${pool}`)),
    ),
  ];
  return commands.map((command) => ({ actor: MAKER, command }));
}

/** All commands of a holder; every fourth holder swaps under an idempotency key. */
export function lifeOf(holder: number, pools: number): Instruction[] {
  const account = holderName(holder);
  const [tokenA, tokenB] = pairOf(holder % pools);
  const [paid, bought] = Math.floor(holder / pools) % 2 === 0 ? [tokenA, tokenB] : [tokenB, tokenA];
  const amountA = amount(SWAP_BASE + BigInt(holder % 997));
  const idempotency = { key: `order-${holder}`, fingerprint: `swap-${holder}` };
  return [
    { actor: account, command: deposit(account, paid, PURSE_BASE) },
    {
      actor: account,
      command: { kind: 'swap', account, tokenA: paid, tokenB: bought, amountA },
      ...(holder % 4 === 0 && { idempotency }),
    },
  ];
}

export function traderSwap(pool: number, back: boolean): Instruction {
  const account = traderName(traderOf(pool));
  const [one, other] = pairOf(pool);
  const [tokenA, tokenB] = back ? [other, one] : [one, other];
  return { actor: account, command: { kind: 'swap', account, tokenA, tokenB, amountA: amount(SWAP_BASE) } };
}

const deposit = (account: Account, token: TokenAddress, base: bigint, reference = 'fill'): Command => ({
  kind: 'deposit',
  account,
  token,
  amount: amount(base),
  reference,
});
