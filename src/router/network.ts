// The acyclic network that carries the trade: its tokens with their prices, and its edges with their flows.

import type { GeneralCurve } from '../core/curves/curve.ts';
import { isGeneral } from './evaluate.ts';
import type { RouterMarket } from './market.ts';

/** The places of the trade's first and last token in the network. */
export const START = 0;
export const END = 1;

export class Network {
  tokens = 0;
  /** By place (a token's index in the network): the token, and its price in units of the trade's last token. */
  readonly token: Int32Array;
  readonly price: Float64Array;
  size = 0;
  /** By edge of the network: its number in the market, the places of its two tokens, its curve. */
  readonly edge: Int32Array;
  readonly tail: Int32Array;
  readonly head: Int32Array;
  readonly alpha: Float64Array;
  readonly beta: Float64Array;
  readonly general: (GeneralCurve | null)[];
  /** By edge, at the current prices: its input, its output, and its profit in units of the trade's last token. */
  readonly flow: Float64Array;
  readonly paid: Float64Array;
  readonly gain: Float64Array;
  /** By place: scratch memory for algorithms that mark tokens. */
  readonly marks: readonly [Uint8Array, Uint8Array];
  /** All arrays that hold one number per edge, to copy or move an edge. */
  readonly #columns: readonly (Int32Array | Float64Array)[];
  /** By token of the market: its place, or -1. */
  readonly #place: Int32Array;
  /** By edge of the market: whether it is in the network. */
  readonly #holds: Uint8Array;

  constructor(market: RouterMarket, capacity: number) {
    this.token = new Int32Array(capacity + 2);
    this.price = new Float64Array(capacity + 2);
    this.edge = new Int32Array(capacity);
    this.tail = new Int32Array(capacity);
    this.head = new Int32Array(capacity);
    this.alpha = new Float64Array(capacity);
    this.beta = new Float64Array(capacity);
    this.general = new Array(capacity).fill(null);
    this.flow = new Float64Array(capacity);
    this.paid = new Float64Array(capacity);
    this.gain = new Float64Array(capacity);
    this.#columns = [this.edge, this.tail, this.head, this.alpha, this.beta, this.flow, this.paid, this.gain];
    this.marks = [new Uint8Array(capacity + 2), new Uint8Array(capacity + 2)];
    this.#place = new Int32Array(market.tokens).fill(-1);
    this.#holds = new Uint8Array(market.edges);
  }

  get capacity(): number {
    return this.edge.length;
  }

  /** The number of edges that carry anything. */
  get carrying(): number {
    let count = 0;
    for (let at = 0; at < this.size; at++) if ((this.flow[at] as number) > 0) count++;
    return count;
  }

  clear(): void {
    for (let place = 0; place < this.tokens; place++) this.#place[this.token[place] as number] = -1;
    for (let at = 0; at < this.size; at++) this.#holds[this.edge[at] as number] = 0;
    this.tokens = this.size = 0;
  }

  /** Copies another network of the same market and capacity. */
  become(other: Network): void {
    this.clear();
    this.tokens = other.tokens;
    this.size = other.size;
    const columns = other.#columns;
    for (const [index, column] of this.#columns.entries()) column.set(columns[index] as Int32Array);
    this.token.set(other.token);
    this.price.set(other.price);
    for (let at = 0; at < this.size; at++) this.general[at] = other.general[at] ?? null;
    for (let place = 0; place < this.tokens; place++) this.#place[this.token[place] as number] = place;
    for (let at = 0; at < this.size; at++) this.#holds[this.edge[at] as number] = 1;
  }

  holds(edge: number): boolean {
    return this.#holds[edge] === 1;
  }

  placeOf(token: number): number {
    return this.#place[token] as number;
  }

  /** The place of a token, which is added with this price if it is new. */
  enter(token: number, price: number): number {
    const known = this.#place[token] as number;
    if (known >= 0) return known;
    const place = this.tokens++;
    this.token[place] = token;
    this.price[place] = price;
    this.#place[token] = place;
    return place;
  }

  /** Adds an edge, whose two tokens must already be in the network. */
  add(market: RouterMarket, edge: number): void {
    const at = this.size++;
    const curve = market.curve(edge);
    this.edge[at] = edge;
    this.#holds[edge] = 1;
    this.tail[at] = this.placeOf(market.tail(edge));
    this.head[at] = this.placeOf(market.head(edge));
    this.general[at] = isGeneral(curve) ? curve : null;
    this.alpha[at] = isGeneral(curve) ? 0 : curve.alpha;
    this.beta[at] = isGeneral(curve) ? 0 : curve.beta;
    this.flow[at] = this.paid[at] = this.gain[at] = 0;
  }

  /** Keeps only these edges, and the tokens that still have one. */
  keep(isKept: (at: number) => boolean): void {
    let size = 0;
    for (let at = 0; at < this.size; at++) {
      if (isKept(at)) this.#move(at, size++);
      else this.#holds[this.edge[at] as number] = 0;
    }
    this.size = size;
    this.#leaveTokens();
  }

  #move(at: number, to: number): void {
    if (at === to) return;
    for (const column of this.#columns) column[to] = column[at] as number;
    this.general[to] = this.general[at] ?? null;
  }

  #leaveTokens(): void {
    const used = this.marks[0].fill(0);
    used[START] = used[END] = 1;
    for (let at = 0; at < this.size; at++) used[this.tail[at] as number] = used[this.head[at] as number] = 1;
    let tokens = 0;
    const moved = new Int32Array(this.tokens);
    for (let place = 0; place < this.tokens; place++) {
      const token = this.token[place] as number;
      this.#place[token] = used[place] === 1 ? tokens : -1;
      if (used[place] === 0) continue;
      moved[place] = tokens;
      this.token[tokens] = token;
      this.price[tokens] = this.price[place] as number;
      tokens++;
    }
    this.tokens = tokens;
    for (let at = 0; at < this.size; at++) {
      this.tail[at] = moved[this.tail[at] as number] as number;
      this.head[at] = moved[this.head[at] as number] as number;
    }
  }
}
