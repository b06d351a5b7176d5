// The tables of the market and how rows are written to them, the same in every database.

/** A row, in the order of its table's columns. */
export type Values = readonly (string | number | null)[];

export type Table = {
  readonly name: string;
  readonly key: readonly string[];
  /** The columns of the key come first. */
  readonly columns: Readonly<Record<string, 'bigint' | 'text' | 'double precision'>>;
  /** If two rows have the same key, the one with the greater value is later. */
  readonly by: string;
};

const FIGURES = {
  sequence: 'bigint',
  at_ms: 'bigint',
  reserve0: 'text',
  reserve1: 'text',
  supply: 'text',
  cumulative0: 'text',
  cumulative1: 'text',
  volume0: 'text',
  volume1: 'text',
  fees0: 'text',
  fees1: 'text',
  swaps: 'bigint',
} as const;

export const POOL_FIGURES: Table = {
  name: 'pool_figures',
  key: ['pool'],
  columns: { pool: 'bigint', ...FIGURES },
  by: 'sequence',
};

export const CANDLES: Table = {
  name: 'candles',
  key: ['pool', 'interval_ms', 'start_ms'],
  columns: {
    pool: 'bigint',
    interval_ms: 'bigint',
    start_ms: 'bigint',
    open: 'text',
    high: 'text',
    low: 'text',
    close: 'text',
    ...FIGURES,
  },
  by: 'sequence',
};

/** A piece begins where the previous one was known to end, so that rewriting it replaces it. */
export const POOL_SWAPS: Table = {
  name: 'pool_swaps',
  key: ['pool', 'first'],
  columns: { pool: 'bigint', first: 'bigint', last: 'bigint', sequences: 'text' },
  by: 'last',
};

export const POSITIONS: Table = {
  name: 'positions',
  key: ['account', 'pool'],
  columns: {
    account: 'text',
    pool: 'text',
    sequence: 'bigint',
    lp_tokens: 'text',
    cost0: 'text',
    cost1: 'text',
    base: 'text',
    in0: 'text',
    in1: 'text',
    withdrawn0: 'text',
    withdrawn1: 'text',
    realised_fees0: 'text',
    realised_fees1: 'text',
    released0: 'text',
    released1: 'text',
  },
  by: 'sequence',
};

export const ORDERS: Table = {
  name: 'orders',
  key: ['number'],
  columns: {
    number: 'bigint',
    sequence: 'bigint',
    id: 'text',
    account: 'text',
    is_open: 'bigint',
    status: 'text',
    token_a: 'text',
    token_b: 'text',
    amount_a: 'text',
    min_received: 'text',
    in_parts: 'bigint',
    placed_at_ms: 'bigint',
    expires_at_ms: 'bigint',
    times: 'bigint',
    every_ms: 'bigint',
    filled_a: 'text',
    received_b: 'text',
    fills: 'bigint',
    returned: 'text',
    stop: 'text',
    triggered: 'text',
    max_slippage_ppm: 'bigint',
  },
  by: 'sequence',
};

export const MARKET_TABLES: readonly Table[] = [POOL_FIGURES, CANDLES, POOL_SWAPS, POSITIONS, ORDERS];

export const columnsOf = ({ columns }: Table, prefix = ''): string =>
  Object.keys(columns)
    .map((column) => prefix + column)
    .join(', ');

/** The end of an INSERT: keeps an existing row that is later. */
export const laterWins = ({ name, key, columns, by }: Table): string => {
  const changed = Object.keys(columns).filter((column) => !key.includes(column));
  return `ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${changed.map((column) => `${column} = excluded.${column}`).join(', ')}
    WHERE excluded.${by} > ${name}.${by}`;
};
