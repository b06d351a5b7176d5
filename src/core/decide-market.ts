// What the exchange lists: tokens and pools. These move no money.
import type { Account, Ppm } from './amount.ts';
import { findPair } from './checks.ts';
import type { CreatePoolCommand, ProvideCommand, RegisterTokenCommand } from './command.ts';
import type { Decision, State } from './decide.ts';
import { orderPair, type Pool, ratesAreSound } from './pool.ts';
import { Refused, refuse } from './rejection.ts';

export function registerToken({ token }: RegisterTokenCommand, state: State): Decision | Refused {
  if (state.token(token.address)) return refuse({ code: 'token_exists', token: token.address });
  return { transfers: [], receipt: { kind: 'registerToken', token: token.address }, newToken: token };
}

export function createPool(command: CreatePoolCommand, state: State): Decision | Refused {
  const found = findPair(command, state);
  if (found instanceof Refused) return found;
  const { tokenA, tokenB } = command;
  if (found.pool) {
    return refuse({ code: 'pool_exists', tokenA: found.tokenA.symbol, tokenB: found.tokenB.symbol });
  }
  const pool = newPool(command, state);
  if (!ratesAreSound(pool)) return refuse({ code: 'fees_too_high' });
  const { address, lpFeePpm, protocolFeePpm, refFeePpm, protocolFeeAddress } = pool;
  const terms = { lpFeePpm, protocolFeePpm, refFeePpm, protocolFeeAddress };
  return { transfers: [], receipt: { kind: 'createPool', tokenA, tokenB, pool: address, ...terms }, newPool: pool };
}

export function newPool(command: CreatePoolCommand | ProvideCommand, state: State): Pool {
  const { rates, treasury } = state.policy;
  const own: { lpFeePpm?: Ppm; protocolFeePpm?: Ppm; refFeePpm?: Ppm; protocolFeeAddress?: Account } =
    command.kind === 'createPool' ? command : {};
  const [token0, token1] = orderPair(command.tokenA, command.tokenB);
  const protocolFeePpm = own.protocolFeePpm ?? rates.protocolFeePpm;
  return {
    number: state.sequence,
    address: command.poolAddress,
    token0,
    token1,
    lpFeePpm: own.lpFeePpm ?? rates.lpFeePpm,
    protocolFeePpm,
    refFeePpm: own.refFeePpm ?? rates.refFeePpm,
    protocolFeeAddress: protocolFeePpm === 0n ? null : (own.protocolFeeAddress ?? treasury),
  };
}
