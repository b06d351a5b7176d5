// A competent exchange on PostgreSQL: one function in the database does a whole swap, in one round trip of a prepared statement.
import { ACCOUNT, LP_FEE_PPM, open, PPM, PROTOCOL_FEE_PPM, paidBase, Refused, type Rival } from './database.ts';

const REFUSED = 'MP001';

export async function openFunction(url: string): Promise<Rival> {
  const sql = await open(url);
  await sql.unsafe(FUNCTION);
  return async (order) => {
    const { tokenA, tokenB } = order.Pair;
    try {
      const [found] = await sql<
        { id: string }[]
      >`SELECT rival.swap(${ACCOUNT}, ${tokenA}, ${tokenB}, ${paidBase(order)}) AS id`;
      return found?.id as string;
    } catch (error) {
      throw (error as { code?: string }).code === REFUSED ? new Refused((error as Error).message) : error;
    }
  };
}

/** Products of amounts exceed a bigint, so they are numeric, which is exact; div rounds down, the fee rounds up. */
const FUNCTION = `
  CREATE OR REPLACE FUNCTION rival.swap(trader text, paid text, bought text, amount_in bigint) RETURNS uuid LANGUAGE plpgsql AS $$
  DECLARE
    pool rival.pools;
    is_forward boolean := paid < bought;
    after_fee numeric := amount_in::numeric * ${PPM - LP_FEE_PPM};
    base bigint;
    fee bigint;
    swap_id uuid := uuidv7();
  BEGIN
    SELECT * INTO pool FROM rival.pools WHERE token0 = least(paid, bought) AND token1 = greatest(paid, bought) FOR UPDATE;
    IF NOT FOUND THEN RAISE EXCEPTION 'there is no such pool' USING ERRCODE = '${REFUSED}'; END IF;
    IF is_forward THEN base := div(after_fee * pool.reserve1, pool.reserve0::numeric * ${PPM} + after_fee);
    ELSE base := div(after_fee * pool.reserve0, pool.reserve1::numeric * ${PPM} + after_fee); END IF;
    fee := div(base::numeric * ${PROTOCOL_FEE_PPM} + ${PPM - 1n}, ${PPM});
    IF base - fee <= 0 THEN RAISE EXCEPTION 'the amount is too small' USING ERRCODE = '${REFUSED}'; END IF;
    UPDATE rival.balances SET amount = amount - amount_in WHERE account = trader AND token = paid AND amount >= amount_in;
    IF NOT FOUND THEN RAISE EXCEPTION 'not enough funds' USING ERRCODE = '${REFUSED}'; END IF;
    UPDATE rival.balances SET amount = amount + base - fee WHERE account = trader AND token = bought;
    IF is_forward THEN
      UPDATE rival.pools SET reserve0 = reserve0 + amount_in, reserve1 = reserve1 - base, fees1 = fees1 + fee WHERE id = pool.id;
    ELSE
      UPDATE rival.pools SET reserve1 = reserve1 + amount_in, reserve0 = reserve0 - base, fees0 = fees0 + fee WHERE id = pool.id;
    END IF;
    INSERT INTO rival.swaps (id, account, pool, token_in, token_out, amount_in, amount_out)
      VALUES (swap_id, trader, pool.id, paid, bought, amount_in, base - fee);
    INSERT INTO rival.transfers VALUES
      (swap_id, trader, 'pool ' || pool.id, paid, amount_in),
      (swap_id, 'pool ' || pool.id, trader, bought, base - fee),
      (swap_id, 'pool ' || pool.id, 'pool ' || pool.id || ' fees', bought, fee);
    RETURN swap_id;
  END $$`;
