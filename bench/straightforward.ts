// The exchange that one would write first, for comparison: a PostgreSQL transaction for each swap, over 16 connections.
import { randomUUID } from 'node:crypto';
import postgres, { type TransactionSql } from 'postgres';
import { TON, USDT } from '../src/contract/fields.ts';

export const CONNECTIONS = 16;
const LP_FEE_PPM = 2000n;
const PROTOCOL_FEE_PPM = 1000n;
const PPM = 1_000_000n;
const SCALES: Readonly<Record<string, number>> = { [TON]: 1e9, [USDT]: 1e6 };
const ACCOUNT = 'local';

type PoolRow = { id: number; token0: string; token1: string; reserve0: bigint; reserve1: bigint };
type BalanceRow = { token: string; amount: bigint };
export type Order = { Pair: { tokenA: string; tokenB: string }; amount: { tokenA: number } };

type Transaction = TransactionSql<{ bigint: bigint }>;

export class Refused extends Error {}

/** Creates the tables of this exchange in the database, next to others, and returns a function that swaps. */
export async function openStraightforward(url: string) {
  const sql = postgres(url, { max: CONNECTIONS, onnotice: () => {}, types: { bigint: postgres.BigInt } });
  await sql.unsafe(SCHEMA);
  return {
    swap: (order: Order): Promise<string> => sql.begin((transaction) => swap(transaction, order)),
    close: () => sql.end(),
  };
}

const SCHEMA = `
  CREATE SCHEMA IF NOT EXISTS straightforward;
  CREATE TABLE IF NOT EXISTS straightforward.pools (
    id serial PRIMARY KEY, token0 text NOT NULL, token1 text NOT NULL,
    reserve0 bigint NOT NULL, reserve1 bigint NOT NULL, fees0 bigint NOT NULL, fees1 bigint NOT NULL,
    UNIQUE (token0, token1));
  CREATE TABLE IF NOT EXISTS straightforward.balances (
    account text NOT NULL, token text NOT NULL, amount bigint NOT NULL CHECK (amount >= 0),
    PRIMARY KEY (account, token));
  CREATE TABLE IF NOT EXISTS straightforward.swaps (
    id uuid PRIMARY KEY, account text NOT NULL, pool integer NOT NULL, token_in text NOT NULL, token_out text NOT NULL,
    amount_in bigint NOT NULL, amount_out bigint NOT NULL, created_at timestamptz NOT NULL DEFAULT now());
  CREATE TABLE IF NOT EXISTS straightforward.transfers (
    swap uuid NOT NULL, sender text NOT NULL, receiver text NOT NULL, token text NOT NULL, amount bigint NOT NULL);
  INSERT INTO straightforward.pools (token0, token1, reserve0, reserve1, fees0, fees1)
    VALUES ('${TON}', '${USDT}', 2000000000000000, 6400000000000, 0, 0) ON CONFLICT DO NOTHING;
  INSERT INTO straightforward.balances
    VALUES ('${ACCOUNT}', '${TON}', 20000000000000), ('${ACCOUNT}', '${USDT}', 100000000000) ON CONFLICT DO NOTHING`;

async function swap(sql: Transaction, { Pair: { tokenA, tokenB }, amount }: Order): Promise<string> {
  const pair = tokenA < tokenB ? [tokenA, tokenB] : [tokenB, tokenA];
  const [pool] = await sql<PoolRow[]>`
    SELECT * FROM straightforward.pools WHERE token0 = ${pair[0] as string} AND token1 = ${pair[1] as string} FOR UPDATE`;
  if (!pool) throw new Refused('there is no such pool');
  const held = await sql<BalanceRow[]>`
    SELECT token, amount FROM straightforward.balances
    WHERE account = ${ACCOUNT} AND token IN (${tokenA}, ${tokenB}) ORDER BY token FOR UPDATE`;
  const amountIn = BigInt(Math.round(amount.tokenA * (SCALES[tokenA] as number)));
  if ((held.find(({ token }) => token === tokenA)?.amount ?? 0n) < amountIn) throw new Refused('not enough funds');
  const forward = tokenA === pool.token0;
  const [reserveIn, reserveOut] = forward ? [pool.reserve0, pool.reserve1] : [pool.reserve1, pool.reserve0];
  const afterFee = amountIn * (PPM - LP_FEE_PPM);
  const base = (afterFee * reserveOut) / (reserveIn * PPM + afterFee);
  const fee = (base * PROTOCOL_FEE_PPM + PPM - 1n) / PPM;
  const amountOut = base - fee;
  if (amountOut <= 0n) throw new Refused('the amount is too small');
  const id = randomUUID();
  await write(sql, { id, pool, forward, tokenA, tokenB, amountIn, base, fee, amountOut });
  return id;
}

type Filled = {
  id: string;
  pool: PoolRow;
  forward: boolean;
  tokenA: string;
  tokenB: string;
  amountIn: bigint;
  base: bigint;
  fee: bigint;
  amountOut: bigint;
};

async function write(sql: Transaction, filled: Filled): Promise<void> {
  const { id, pool, forward, tokenA, tokenB, amountIn, base, fee, amountOut } = filled;
  const [change0, change1] = forward ? [amountIn, -base] : [-base, amountIn];
  const [fee0, fee1] = forward ? [0n, fee] : [fee, 0n];
  await sql`
    UPDATE straightforward.pools SET reserve0 = reserve0 + ${change0}, reserve1 = reserve1 + ${change1},
      fees0 = fees0 + ${fee0}, fees1 = fees1 + ${fee1} WHERE id = ${pool.id}`;
  await sql`
    UPDATE straightforward.balances SET amount = amount - ${amountIn} WHERE account = ${ACCOUNT} AND token = ${tokenA}`;
  await sql`
    UPDATE straightforward.balances SET amount = amount + ${amountOut} WHERE account = ${ACCOUNT} AND token = ${tokenB}`;
  await sql`
    INSERT INTO straightforward.swaps (id, account, pool, token_in, token_out, amount_in, amount_out)
    VALUES (${id}, ${ACCOUNT}, ${pool.id}, ${tokenA}, ${tokenB}, ${amountIn}, ${amountOut})`;
  const name = `pool ${pool.id}`;
  await sql`
    INSERT INTO straightforward.transfers VALUES
      (${id}, ${ACCOUNT}, ${name}, ${tokenA}, ${amountIn}),
      (${id}, ${name}, ${ACCOUNT}, ${tokenB}, ${amountOut}),
      (${id}, ${name}, ${`${name} fees`}, ${tokenB}, ${fee})`;
}
