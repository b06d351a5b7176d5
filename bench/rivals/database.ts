// The tables of the rival on PostgreSQL.
import postgres, { type Sql } from 'postgres';
import { TON, USDT } from '../../src/contract/fields.ts';

const CONNECTIONS = 16;
export const LP_FEE_PPM = 2000n;
export const PROTOCOL_FEE_PPM = 1000n;
export const PPM = 1_000_000n;
const SCALES: Readonly<Record<string, number>> = { [TON]: 1e9, [USDT]: 1e6 };
export const ACCOUNT = 'local';

export type Order = { Pair: { tokenA: string; tokenB: string }; amount: { tokenA: number } };

/** Settles a swap and returns its id. */
export type Rival = (order: Order) => Promise<string>;

export class Refused extends Error {}

export const paidBase = ({ Pair, amount }: Order): bigint =>
  BigInt(Math.round(amount.tokenA * (SCALES[Pair.tokenA] as number)));

/** Connects, and creates the tables next to those of the exchange; updates leave room in a page, so that no index has to change. */
export async function open(url: string): Promise<Sql<{ bigint: bigint }>> {
  const sql = postgres(url, { max: CONNECTIONS, onnotice: () => {}, types: { bigint: postgres.BigInt } });
  await sql.unsafe(SCHEMA);
  return sql;
}

const SCHEMA = `
  CREATE SCHEMA IF NOT EXISTS rival;
  CREATE TABLE IF NOT EXISTS rival.pools (
    id serial PRIMARY KEY, token0 text NOT NULL, token1 text NOT NULL,
    reserve0 bigint NOT NULL, reserve1 bigint NOT NULL, fees0 bigint NOT NULL, fees1 bigint NOT NULL,
    UNIQUE (token0, token1)) WITH (fillfactor = 50);
  CREATE TABLE IF NOT EXISTS rival.balances (
    account text NOT NULL, token text NOT NULL, amount bigint NOT NULL CHECK (amount >= 0),
    PRIMARY KEY (account, token)) WITH (fillfactor = 50);
  CREATE TABLE IF NOT EXISTS rival.swaps (
    id uuid PRIMARY KEY, account text NOT NULL, pool integer NOT NULL, token_in text NOT NULL, token_out text NOT NULL,
    amount_in bigint NOT NULL, amount_out bigint NOT NULL, created_at timestamptz NOT NULL DEFAULT now());
  CREATE TABLE IF NOT EXISTS rival.transfers (
    swap uuid NOT NULL, sender text NOT NULL, receiver text NOT NULL, token text NOT NULL, amount bigint NOT NULL);
  INSERT INTO rival.pools (token0, token1, reserve0, reserve1, fees0, fees1)
    VALUES ('${TON}', '${USDT}', 2000000000000000, 6400000000000, 0, 0) ON CONFLICT DO NOTHING;
  INSERT INTO rival.balances
    VALUES ('${ACCOUNT}', '${TON}', 20000000000000), ('${ACCOUNT}', '${USDT}', 100000000000) ON CONFLICT DO NOTHING`;
