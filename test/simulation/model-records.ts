// The model's operator commands: rates, statuses and tokens.
import type { Account, Ppm } from '../../src/core/amount.ts';
import type { Receipt } from '../../src/core/commands/command.ts';
import type { Pair } from '../../src/core/pool.ts';
import type { Model, Of, RefusalCode } from './model.ts';
import type { ModelPool } from './model-pool.ts';

export const termsOf = ({ rates, feesGoTo }: ModelPool) => ({
  lpFeePpm: rates.lp as Ppm,
  protocolFeePpm: rates.protocol as Ppm,
  refFeePpm: rates.ref as Ppm,
  protocolFeeAddress: feesGoTo as Account | null,
});

export const areTooHigh = ({ lp, protocol, ref }: ModelPool['rates']): boolean =>
  lp >= 1_000_000n || (protocol + ref) * 2n > 1_000_000n;

/** True if the fees take a twentieth of a swap, or if the least ones, a unit each, take a twentieth of a whole token. */
export function areAskedBack(
  model: Model,
  { tokenA, tokenB }: Pair,
  { lp, protocol, ref }: ModelPool['rates'],
): boolean {
  if ((lp + protocol + ref) * 20n >= 1_000_000n) return true;
  const least = (protocol > 0n ? 1 : 0) + (ref > 0n ? 1 : 0);
  return [tokenA, tokenB].some((token) => least * 20 >= 10 ** (model.tokens.get(token)?.decimals ?? 0));
}

export function setPoolFees(model: Model, command: Of<'setPoolFees'>): Receipt | RefusalCode {
  const { kind, tokenA, tokenB, lpFeePpm, protocolFeePpm, refFeePpm, protocolFeeAddress } = command;
  const fault = model.pairFault(command);
  if (fault) return fault;
  const pool = model.pool(command);
  if (!pool) return 'unknown_pool';
  const { lp, protocol, ref } = pool.rates;
  const rates = { lp: lpFeePpm ?? lp, protocol: protocolFeePpm ?? protocol, ref: refFeePpm ?? ref };
  if (areTooHigh(rates)) return 'fees_too_high';
  const isChanged = rates.lp !== lp || rates.protocol !== protocol || rates.ref !== ref;
  if (!command.force && isChanged && areAskedBack(model, command, rates)) return 'unusual_fees';
  const before = termsOf(pool);
  pool.rates = rates;
  if (protocolFeeAddress !== undefined) pool.feesGoTo = protocolFeeAddress;
  else if (pool.feesGoTo === null && rates.protocol > 0n) pool.feesGoTo = model.policy.treasury;
  return { kind, tokenA, tokenB, pool: pool.address, before, after: termsOf(pool) } as Receipt;
}

export function setPoolStatus(model: Model, command: Of<'setPoolStatus'>): Receipt | RefusalCode {
  const { kind, tokenA, tokenB, status } = command;
  const fault = model.pairFault(command);
  if (fault) return fault;
  const pool = model.pool(command);
  if (!pool) return 'unknown_pool';
  const before = pool.status;
  pool.status = status;
  return { kind, tokenA, tokenB, pool: pool.address, before, after: status } as Receipt;
}

export function registerToken(model: Model, { token, force }: Of<'registerToken'>): Receipt | RefusalCode {
  const { address, symbol, decimals } = token;
  if (model.tokens.has(address)) return 'token_exists';
  if (!force && isTaken(model, symbol)) return 'symbol_taken';
  model.tokens.set(address, { symbol, decimals, status: 'listed' });
  return { kind: 'registerToken', token: address, symbol, decimals };
}

export function updateToken(model: Model, command: Of<'updateToken'>): Receipt | RefusalCode {
  const { force, ...said } = command;
  const token = model.tokens.get(said.token);
  if (!token) return 'unknown_token';
  const { status = token.status } = said;
  if (token.status === 'hidden' && status !== 'hidden' && !force && isTaken(model, token.symbol)) return 'symbol_taken';
  model.tokens.set(said.token, { ...token, status });
  return said;
}

const isTaken = (model: Model, symbol: string): boolean =>
  [...model.tokens.values()].some((token) => token.status !== 'hidden' && token.symbol === symbol);
