// Finds prices at which every token's inflow equals its outflow: damped Newton on the dual problem, solving a resistor network per step.
import { solve } from './cholesky.ts';
import { END, type Network, START } from './network.ts';

const STEPS = 60;
const HALVINGS = 30;
/** The most evaluations of all flows per search. A usual search needs about forty; in an extreme market it stops early. */
const MAX_EVALUATIONS = 400;
/** The additional cost of each general curve, in evaluations: its flow takes many steps to compute. */
const LOOK_AT_GENERAL = 1 / 16;
/** A price changes by no more than these factors per step. */
const [LOWEST_FACTOR, HIGHEST_FACTOR] = [0.3, 3];
const ARMIJO = 1e-4;
const FLOAT_ERROR = 1e-14;

export class Equaliser {
  readonly #matrix: Float64Array;
  readonly #surplus: Float64Array;
  readonly #step: Float64Array;
  readonly #before: Float64Array;
  #evaluationsLeft = 0;
  /** The current part of the search stops when only this many evaluations are left. */
  #reserve = 0;

  constructor(capacity: number) {
    const tokens = capacity + 2;
    this.#matrix = new Float64Array(tokens * tokens);
    this.#surplus = new Float64Array(tokens);
    this.#step = new Float64Array(tokens);
    this.#before = new Float64Array(tokens);
  }

  startQuestion(): void {
    this.#evaluationsLeft = MAX_EVALUATIONS;
    this.#reserve = 0;
  }

  /** Lets the next part of the search use only half of the remaining evaluations. */
  startHalf(): void {
    this.#reserve = this.#evaluationsLeft / 2;
  }

  /** True if the evaluations are used up, so that prices are no longer equalised. */
  get isSpent(): boolean {
    return !(this.#evaluationsLeft > this.#reserve);
  }

  /** Changes prices until no token keeps over `tolerance` of the input's worth. Returns an upper bound of the output; maybe not finite. */
  equalise(network: Network, amount: number, tolerance: number): number {
    let bound = this.#flows(network, amount);
    for (let step = 0; step < STEPS && !this.isSpent && Number.isFinite(bound); step++) {
      if (this.#largestSurplus(network) <= tolerance * (network.price[START] as number) * amount) break;
      this.#solveStep(network, amount);
      const next = this.#take(network, amount, bound);
      if (next === null) break;
      bound = next;
    }
    return bound;
  }

  /** Computes each edge's flow at the current prices, and the worth of each token's surplus; returns an upper bound of the output. */
  #flows(network: Network, amount: number): number {
    this.#evaluationsLeft--;
    const { price, tail, head } = network;
    const surplus = this.#surplus.fill(0, 0, network.tokens);
    let bound = (price[START] as number) * amount;
    surplus[START] = bound;
    for (let at = 0; at < network.size; at++) {
      const [from, to] = [price[tail[at] as number] as number, price[head[at] as number] as number];
      flowOver(network, at, from, to);
      if (network.general[at]) this.#evaluationsLeft -= LOOK_AT_GENERAL;
      surplus[tail[at] as number] = (surplus[tail[at] as number] as number) - from * (network.flow[at] as number);
      surplus[head[at] as number] = (surplus[head[at] as number] as number) + to * (network.paid[at] as number);
      bound += network.gain[at] as number;
    }
    return bound;
  }

  #largestSurplus({ tokens }: Network): number {
    let largest = 0;
    for (let place = 0; place < tokens; place++) {
      if (place !== END) largest = Math.max(largest, Math.abs(this.#surplus[place] as number));
    }
    return largest;
  }

  /** Newton's step, as relative price changes: the potentials of a resistor network fed with the surplus, grounded at the last token. */
  #solveStep(network: Network, amount: number): void {
    const { tokens, price, tail, head } = network;
    const size = tokens - 1;
    const matrix = this.#matrix.fill(0, 0, size * size);
    const add = (row: number, column: number, value: number) => {
      matrix[row * size + column] = (matrix[row * size + column] as number) + value;
    };
    // Keeps the matrix positive definite: a token without any flow yet has no conductance of its own.
    const least = (price[START] as number) * amount * 1e-12;
    for (let row = 0; row < size; row++) matrix[row * size + row] = least;
    for (let at = 0; at < network.size; at++) {
      if (network.flow[at] === 0) continue;
      const conductance = (price[tail[at] as number] as number) * reachOf(network, at);
      const [from, to] = [row(tail[at] as number), row(head[at] as number)];
      if (from >= 0) add(from, from, conductance);
      if (to >= 0) add(to, to, conductance);
      if (from >= 0 && to >= 0) add(Math.max(from, to), Math.min(from, to), -conductance);
    }
    // Also adds a part relative to the diagonal: next to the conductance of a flat curve, `least` is rounded away.
    for (let row = 0; row < size; row++) add(row, row, (matrix[row * size + row] as number) * 1e-12);
    for (let place = 0; place < tokens; place++) {
      if (place !== END) this.#step[row(place)] = -(this.#surplus[place] as number);
    }
    solve(matrix, size, this.#step);
  }

  /** Halves the step until it lowers the bound enough (Armijo's condition); restores the prices and returns null if no part of it does. */
  #take(network: Network, amount: number, bound: number): number | null {
    const { tokens, price } = network;
    const before = this.#before;
    let [slope, part] = [0, 1];
    for (let place = 0; place < tokens; place++) {
      before[place] = price[place] as number;
      if (place === END) continue;
      const change = this.#step[row(place)] as number;
      slope += change * (this.#surplus[place] as number);
      if (change > 0) part = Math.min(part, (HIGHEST_FACTOR - 1) / change);
      if (change < 0) part = Math.min(part, (LOWEST_FACTOR - 1) / change);
    }
    for (let halving = 0; halving < HALVINGS && slope < 0 && !this.isSpent; halving++, part /= 2) {
      for (let place = 0; place < tokens; place++) {
        if (place !== END) price[place] = (before[place] as number) * (1 + part * (this.#step[row(place)] as number));
      }
      const next = this.#flows(network, amount);
      if (next <= bound + ARMIJO * part * slope + FLOAT_ERROR * bound) return next;
    }
    price.set(before.subarray(0, tokens));
    this.#flows(network, amount);
    return null;
  }
}

/** The row of a token's place in the equations; -1 for the last token, which is grounded. */
const row = (place: number): number => (place > END ? place - 1 : place === START ? 0 : -1);

/** Computes an edge's input, output and profit at the prices of its two tokens. */
function flowOver(network: Network, at: number, from: number, to: number): void {
  const general = network.general[at];
  if (general) {
    const flow = general.inputAt(from / to);
    const paid = flow > 0 ? general.pays(flow) : 0;
    network.flow[at] = flow;
    network.paid[at] = paid;
    network.gain[at] = to * paid - from * flow;
    return;
  }
  const ratio = ((network.alpha[at] as number) * to) / from;
  if (!(ratio > 1)) {
    network.flow[at] = network.paid[at] = network.gain[at] = 0;
    return;
  }
  const root = Math.sqrt(ratio);
  const flow = (root - 1) / (network.beta[at] as number);
  network.flow[at] = flow;
  network.paid[at] = ((network.alpha[at] as number) * flow) / root;
  network.gain[at] = from * flow * (root - 1);
}

/** The change of the flow per relative change of the price. */
function reachOf(network: Network, at: number): number {
  const flow = network.flow[at] as number;
  return network.general[at]?.reach(flow) ?? (flow + 1 / (network.beta[at] as number)) / 2;
}
