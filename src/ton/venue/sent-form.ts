// What a request does, read from messages that its wallet has sent for it: after a restored backup only the chain knows.
import { Cell, loadMessageRelaxed } from '@ton/core';
import { amount, type PoolAddress, PPM, ppm, ZERO } from '../../core/amount.ts';
import { mulDivUp } from '../../core/maths/rounding.ts';
import { type Dex, TON } from './dex.ts';
import type { ChainCommand, StoredDecision } from './history.ts';
import type { ChainReceipt } from './receipts.ts';

/**
 * The decision of a request that was sent with these messages. The amounts offered are those of the messages; what was expected for
 * them is not known, and corrected by what arrived when the request ends.
 */
export async function decisionFrom(
  dex: Dex,
  asked: ChainCommand | ChainReceipt,
  messages: readonly string[],
): Promise<StoredDecision> {
  if (asked.kind === 'transfer') {
    const sent = amount(amountIn(asked.token === TON ? valueIn : amountNamedIn, messages, 0));
    const { all: _, ...command } = asked;
    return { receipt: { ...command, amount: sent }, protocolFeePpm: ppm(0n) };
  }
  const { account, tokenA, tokenB } = asked;
  const found = await dex.pool(tokenA, tokenB);
  const pool = (await dex.poolAddress(tokenA, tokenB)).toString() as PoolAddress;
  const { lpFeePpm, protocolFeePpm } = found?.pool ?? { lpFeePpm: ppm(0n), protocolFeePpm: ppm(0n) };
  const [first, second] = [0, 1].map((at) => amount(amountIn(amountNamedIn, messages, at))) as [never, never];
  const named = { account, tokenA, tokenB, pool };
  if (asked.kind === 'swap') {
    // Rounded up in favour of the liquidity providers, as by the pool.
    const fees = { lp: amount(mulDivUp(first, lpFeePpm, PPM)), protocol: ZERO, ref: ZERO };
    const referred = asked.referrer !== undefined && { referrer: asked.referrer };
    return { receipt: { kind: 'swap', ...named, amountA: first, amountB: ZERO, fees, ...referred }, protocolFeePpm };
  }
  if (asked.kind === 'refund')
    return { receipt: { kind: 'refund', ...named, amountA: ZERO, amountB: ZERO, lpTokens: first }, protocolFeePpm };
  const provided = { amountA: first, amountB: second, lpTokens: ZERO, locked: ZERO };
  return { receipt: { kind: 'provide', ...named, ...provided }, protocolFeePpm };
}

const amountIn = (read: (message: string) => bigint, messages: readonly string[], at: number): bigint =>
  messages[at] === undefined ? 0n : read(messages[at]);

/** The TON value of a message. */
export function valueIn(message: string): bigint {
  const { info } = loadMessageRelaxed(Cell.fromBase64(message).beginParse());
  return info.type === 'internal' ? info.value.coins : 0n;
}

/** The amount in a message's body: jetton transfers, TON transfers to a router and burns all have it after the query id. */
export function amountNamedIn(message: string): bigint {
  const { body } = loadMessageRelaxed(Cell.fromBase64(message).beginParse());
  return body
    .beginParse()
    .skip(32 + 64)
    .loadCoins();
}
