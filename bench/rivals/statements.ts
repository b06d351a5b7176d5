// The exchange that one would write first on PostgreSQL: a transaction of seven statements for each swap.
import { randomUUID } from 'node:crypto';
import type { TransactionSql } from 'postgres';
import {
  ACCOUNT,
  LP_FEE_PPM,
  type Order,
  open,
  PPM,
  PROTOCOL_FEE_PPM,
  paidBase,
  Refused,
  type Rival,
} from './database.ts';

type PoolRow = { id: number; token0: string; token1: string; reserve0: bigint; reserve1: bigint };
type BalanceRow = { token: string; amount: bigint };
type Transaction = TransactionSql<{ bigint: bigint }>;

export async function openStatements(url: string): Promise<Rival> {
  const sql = await open(url);
  return (order) => sql.begin((transaction) => swap(transaction, order));
}

async function swap(sql: Transaction, order: Order): Promise<string> {
  const { tokenA, tokenB } = order.Pair;
  const pair = tokenA < tokenB ? [tokenA, tokenB] : [tokenB, tokenA];
  const [pool] = await sql<PoolRow[]>`
    SELECT * FROM rival.pools WHERE token0 = ${pair[0] as string} AND token1 = ${pair[1] as string} FOR UPDATE`;
  if (!pool) throw new Refused('there is no such pool');
  const held = await sql<BalanceRow[]>`
    SELECT token, amount FROM rival.balances
    WHERE account = ${ACCOUNT} AND token IN (${tokenA}, ${tokenB}) ORDER BY token FOR UPDATE`;
  const amountIn = paidBase(order);
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
    UPDATE rival.pools SET reserve0 = reserve0 + ${change0}, reserve1 = reserve1 + ${change1},
      fees0 = fees0 + ${fee0}, fees1 = fees1 + ${fee1} WHERE id = ${pool.id}`;
  await sql`
    UPDATE rival.balances SET amount = amount - ${amountIn} WHERE account = ${ACCOUNT} AND token = ${tokenA}`;
  await sql`
    UPDATE rival.balances SET amount = amount + ${amountOut} WHERE account = ${ACCOUNT} AND token = ${tokenB}`;
  await sql`
    INSERT INTO rival.swaps (id, account, pool, token_in, token_out, amount_in, amount_out)
    VALUES (${id}, ${ACCOUNT}, ${pool.id}, ${tokenA}, ${tokenB}, ${amountIn}, ${amountOut})`;
  const name = `pool ${pool.id}`;
  await sql`
    INSERT INTO rival.transfers VALUES
      (${id}, ${ACCOUNT}, ${name}, ${tokenA}, ${amountIn}),
      (${id}, ${name}, ${ACCOUNT}, ${tokenB}, ${amountOut}),
      (${id}, ${name}, ${`${name} fees`}, ${tokenB}, ${fee})`;
}
