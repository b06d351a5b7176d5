// The best possible split in markets of few tokens: tries every order in which a route may pass them, and optimises each.
import { curveOf, type MadeMarket, type Trade } from '../../bench/router/markets.ts';

type Edge = { readonly tail: number; readonly head: number; readonly alpha: number; readonly beta: number };

const ROUNDS = 1000;
const HALVINGS = 60;
/** Prices are searched within this many powers of e. */
const FARTHEST = 60;

/** The output of the best route without a loop, in floats, through any number of pools. */
export function bestSplit({ tokens, pools }: MadeMarket, { from, to, amount }: Trade): number {
  const both = pools.flatMap((pool) =>
    [true, false].flatMap((forward): Edge[] => {
      const curve = curveOf(pool, forward);
      const [tail, head] = forward ? [pool.one, pool.other] : [pool.other, pool.one];
      return 'alpha' in curve && curve.alpha > 0 ? [{ tail, head, ...curve }] : [];
    }),
  );
  const between = Array.from({ length: tokens }, (_, token) => token).filter((token) => token !== from && token !== to);
  let most = 0;
  for (const order of permutations(between)) {
    const passed = [from, ...order, to];
    const place = (token: number) => passed.indexOf(token);
    const onward = both.map((edge) => ({ ...edge, tail: place(edge.tail), head: place(edge.head) }));
    const edges = useful(
      onward.filter(({ tail, head }) => tail < head),
      tokens,
    );
    if (edges.length > 0) most = Math.max(most, optimum(edges, tokens, Number(amount)));
  }
  return most;
}

/** Edges on some path from the first token to the last. */
function useful(edges: readonly Edge[], tokens: number): readonly Edge[] {
  const [reached, leading] = [new Set([0]), new Set([tokens - 1])];
  for (let token = 0; token < tokens; token++) {
    for (const { tail, head } of edges) if (tail === token && reached.has(tail)) reached.add(head);
  }
  for (let token = tokens - 1; token >= 0; token--) {
    for (const { tail, head } of edges) if (head === token && leading.has(head)) leading.add(tail);
  }
  return edges.filter(({ tail, head }) => reached.has(tail) && leading.has(head));
}

/** Minimises the dual: balances one token at a time, then all at once with Newton steps. */
function optimum(edges: readonly Edge[], tokens: number, amount: number): number {
  const logs = firstPrices(edges, tokens, amount);
  let bound = dual(edges, logs, amount);
  for (let round = 0; round < ROUNDS; round++) {
    for (let token = tokens - 2; token >= 0; token--) level(edges, logs, amount, token);
    const step = newtonStep(edges, logs, amount);
    for (let part = 1; part > 1e-9; part /= 2) {
      const next = logs.map((log, token) => log + part * Math.max(-1, Math.min(1, step[token] ?? 0)));
      if (!(dual(edges, next, amount) < dual(edges, logs, amount))) continue;
      for (const [token, log] of next.entries()) logs[token] = log;
      break;
    }
    const lower = dual(edges, logs, amount);
    if (bound - lower < 1e-11 * bound) return lower;
    bound = lower;
  }
  return bound;
}

/** Starting prices: the average price of single paths that carry the whole amount, as logarithms. */
function firstPrices(edges: readonly Edge[], tokens: number, amount: number): number[] {
  const held = Array<number>(tokens).fill(0);
  held[0] = amount;
  const paid = ({ alpha, beta }: Edge, x: number) => (alpha * x) / (1 + beta * x);
  for (let token = 0; token < tokens; token++) {
    for (const edge of edges) {
      if (edge.tail === token) held[edge.head] = Math.max(held[edge.head] as number, paid(edge, held[token] as number));
    }
  }
  const price = Array<number>(tokens).fill(0);
  price[tokens - 1] = 1;
  for (let token = tokens - 2; token >= 0; token--) {
    for (const edge of edges) {
      if (edge.tail !== token) continue;
      const x = held[token] as number;
      price[token] = Math.max(price[token] as number, (paid(edge, x) / x) * (price[edge.head] as number));
    }
  }
  return price.map((value) => (value > 0 ? Math.log(value) : 0));
}

const rootOf = ({ tail, head, alpha }: Edge, logs: readonly number[]): number =>
  Math.exp((Math.log(alpha) + (logs[head] as number) - (logs[tail] as number)) / 2);

function dual(edges: readonly Edge[], logs: readonly number[], amount: number): number {
  let bound = Math.exp(logs[0] as number) * amount;
  for (const edge of edges) {
    const over = rootOf(edge, logs) - 1;
    if (over > 0) bound += (Math.exp(logs[edge.tail] as number) / edge.beta) * over * over;
  }
  return bound;
}

/** The inflow of a token minus its outflow, in value; it rises with the token's price. */
function surplus(edges: readonly Edge[], logs: readonly number[], amount: number, token: number): number {
  let sum = token === 0 ? Math.exp(logs[0] as number) * amount : 0;
  for (const edge of edges) {
    if (edge.tail !== token && edge.head !== token) continue;
    const root = rootOf(edge, logs);
    if (root <= 1) continue;
    const worth = (Math.exp(logs[edge.tail] as number) / edge.beta) * (root - 1);
    sum += edge.tail === token ? -worth : worth * root;
  }
  return sum;
}

function level(edges: readonly Edge[], logs: number[], amount: number, token: number): void {
  const start = logs[token] as number;
  let [low, high] = [start - FARTHEST, start + FARTHEST];
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (low + high) / 2;
    logs[token] = middle;
    if (surplus(edges, logs, amount, token) > 0) high = middle;
    else low = middle;
  }
  logs[token] = (low + high) / 2;
}

/** Solves Laplacian·x = −surplus, the last token grounded, by elimination. */
function newtonStep(edges: readonly Edge[], logs: readonly number[], amount: number): number[] {
  const size = logs.length - 1;
  const rows = Array.from({ length: size }, (_, row) => {
    const columns = Array<number>(size + 1).fill(0);
    columns[size] = -surplus(edges, logs, amount, row);
    return columns;
  });
  const add = (row: number, column: number, value: number) => {
    if (row < size && column < size) (rows[row] as number[])[column] = (rows[row]?.[column] as number) + value;
  };
  for (const edge of edges) {
    const root = rootOf(edge, logs);
    if (root <= 1) continue;
    const conductance = ((Math.exp(logs[edge.tail] as number) / edge.beta) * root) / 2;
    for (const [one, other] of [
      [edge.tail, edge.head],
      [edge.head, edge.tail],
    ] as const) {
      add(one, one, conductance);
      add(one, other, -conductance);
    }
  }
  for (let at = 0; at < size; at++) {
    const pivot = rows[at] as number[];
    if (!((pivot[at] as number) > 0)) pivot[at] = Infinity;
    for (let row = 0; row < size; row++) {
      if (row === at) continue;
      const columns = rows[row] as number[];
      const factor = (columns[at] as number) / (pivot[at] as number);
      for (let column = at; column <= size; column++) {
        columns[column] = (columns[column] as number) - factor * (pivot[column] as number);
      }
    }
  }
  return rows.map((columns, at) => (columns[size] as number) / (columns[at] as number) || 0);
}

function* permutations(items: readonly number[]): Iterable<readonly number[]> {
  if (items.length === 0) yield [];
  for (const item of items) {
    for (const rest of permutations(items.filter((other) => other !== item))) yield [item, ...rest];
  }
}
