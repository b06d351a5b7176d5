// The edges that may be worth taking, by the token they leave; their number is small against the market's.

export class Candidates {
  count = 0;
  readonly edge: Int32Array;
  readonly head: Int32Array;
  readonly tail: Int32Array;
  readonly alpha: Float64Array;
  readonly beta: Float64Array;
  /** What a small part of the trade fetches by the best way over this edge, for each unit of it. */
  readonly rate: Float64Array;
  /** By token, the first candidate that leaves it, and by candidate the next; -1 at the end. */
  readonly first: Int32Array;
  readonly next: Int32Array;
  /** By edge: where it stands, plus one. */
  readonly #place: Int32Array;

  constructor(tokens: number, edges: number) {
    this.edge = new Int32Array(edges);
    this.head = new Int32Array(edges);
    this.tail = new Int32Array(edges);
    this.alpha = new Float64Array(edges);
    this.beta = new Float64Array(edges);
    this.rate = new Float64Array(edges);
    this.next = new Int32Array(edges);
    this.first = new Int32Array(tokens).fill(-1);
    this.#place = new Int32Array(edges);
  }

  clear(): void {
    for (let at = 0; at < this.count; at++) {
      this.#place[this.edge[at] as number] = 0;
      this.first[this.tail[at] as number] = -1;
    }
    this.count = 0;
  }

  /** An edge found twice keeps the better rate. */
  add(edge: number, tail: number, head: number, alpha: number, beta: number, rate: number): void {
    const place = (this.#place[edge] as number) - 1;
    if (place >= 0) {
      if (rate > (this.rate[place] as number)) this.rate[place] = rate;
      return;
    }
    const at = this.count++;
    this.#place[edge] = this.count;
    this.edge[at] = edge;
    this.tail[at] = tail;
    this.head[at] = head;
    this.alpha[at] = alpha;
    this.beta[at] = beta;
    this.rate[at] = rate;
  }

  /** Whether there are none but these. */
  areAmong(edges: readonly number[]): boolean {
    if (this.count > edges.length) return false;
    return this.edge.subarray(0, this.count).every((edge) => edges.includes(edge));
  }

  /** From now on only those whose rate is above this. */
  keepAbove(rate: number): void {
    for (let at = 0; at < this.count; at++) this.first[this.tail[at] as number] = -1;
    // From the last to the first, so that each token's stand in the order in which they were found.
    for (let at = this.count - 1; at >= 0; at--) {
      if (!((this.rate[at] as number) > rate)) continue;
      const tail = this.tail[at] as number;
      this.next[at] = this.first[tail] as number;
      this.first[tail] = at;
    }
  }
}
