// The candidates for a split: edges (a pool in one direction) that may improve it, by input token; far fewer than the market has.

export class Candidates {
  count = 0;
  readonly edge: Int32Array;
  readonly head: Int32Array;
  readonly tail: Int32Array;
  readonly alpha: Float64Array;
  readonly beta: Float64Array;
  /** The output per unit of input that a small part of the trade gets on the best path over this edge. */
  readonly rate: Float64Array;
  /** Linked lists of the candidates with the same input token: the first one by token, the next one by candidate; -1 at the end. */
  readonly first: Int32Array;
  readonly next: Int32Array;
  /** By edge: its index among the candidates plus one; 0 if it is not a candidate. */
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

  /** If an edge is found twice, the better rate is kept. */
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

  /** True if there are no candidates other than these edges. */
  areAmong(edges: readonly number[]): boolean {
    if (this.count > edges.length) return false;
    return this.edge.subarray(0, this.count).every((edge) => edges.includes(edge));
  }

  /** Rebuilds the linked lists from the candidates whose rate is above this. */
  keepAbove(rate: number): void {
    for (let at = 0; at < this.count; at++) this.first[this.tail[at] as number] = -1;
    // Backwards, so that each list is in the order in which its candidates were found.
    for (let at = this.count - 1; at >= 0; at--) {
      if (!((this.rate[at] as number) > rate)) continue;
      const tail = this.tail[at] as number;
      this.next[at] = this.first[tail] as number;
      this.first[tail] = at;
    }
  }
}
