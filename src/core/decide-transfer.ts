// Tokens entering and leaving the exchange, and the sweep of collected fees.
import { type Amount, amount, MAX_AMOUNT, type TokenAddress } from './amount.ts';
import { assert } from './assert.ts';
import { checkFunds, findPair, tooLarge, unknownPool } from './checks.ts';
import type { CollectFeesCommand, TransferCommand } from './command.ts';
import type { Decision, State } from './decide.ts';
import { feeAccount, ISSUER } from './pool.ts';
import { Refused, refuse } from './rejection.ts';

export function deposit(command: TransferCommand, state: State): Decision | Refused {
  const token = state.token(command.token);
  if (!token) return refuse({ code: 'unknown_token', token: command.token });
  // What is issued of a token bounds every balance of it, so this one check keeps all of them countable.
  if (command.amount - state.balanceOf(ISSUER, token.address) > MAX_AMOUNT) return tooLarge(token);
  const transfer = { from: ISSUER, to: command.account, token: token.address, amount: command.amount };
  return { transfers: [transfer], receipt: command };
}

export function withdraw(command: TransferCommand, state: State): Decision | Refused {
  const token = state.token(command.token);
  if (!token) return refuse({ code: 'unknown_token', token: command.token });
  const refusal = checkFunds(command.account, token, command.amount, state);
  if (refusal) return refusal;
  const transfer = { from: command.account, to: ISSUER, token: token.address, amount: command.amount };
  return { transfers: [transfer], receipt: command };
}

/** Pays what the pool's fee account holds, either side alone too, to the pool's protocol fee address. */
export function collectFees(command: CollectFeesCommand, state: State): Decision | Refused {
  const found = findPair(command, state);
  if (found instanceof Refused) return found;
  const { pool } = found;
  if (!pool) return unknownPool(found);
  const { tokenA, tokenB } = command;
  const to = pool.protocolFeeAddress;
  const sweep = (token: TokenAddress): Amount =>
    to === null ? amount(0n) : amount(state.balanceOf(feeAccount(pool), token));
  const [amountA, amountB] = [sweep(tokenA), sweep(tokenB)];
  if (amountA === 0n && amountB === 0n) {
    return refuse({ code: 'nothing_to_collect', tokenA: found.tokenA.symbol, tokenB: found.tokenB.symbol });
  }
  assert(to !== null, 'a pool that collects fees names where they go');
  const transfers = [
    { from: feeAccount(pool), to, token: tokenA, amount: amountA },
    { from: feeAccount(pool), to, token: tokenB, amount: amountB },
  ].filter((transfer) => transfer.amount > 0n);
  return { transfers, receipt: { kind: 'collectFees', tokenA, tokenB, pool: pool.address, amountA, amountB, to } };
}
