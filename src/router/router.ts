// The router: proposes routes for a pair and an amount; the caller chooses between them by exact amounts.
import { bestPaths, marginalPrice, type Path } from './best-path.ts';
import { Candidates } from './candidates.ts';
import { carry, emptyLayers, type Layers, type TokenIndexes } from './carry.ts';
import { Equaliser } from './equalise.ts';
import { paidFor, slopeAt } from './evaluate.ts';
import { Grower } from './grow.ts';
import { leastPaths, trace } from './least-path.ts';
import { Limiter, type RouteLimits } from './limit.ts';
import type { RouterMarket } from './market.ts';
import { Network, START } from './network.ts';
import { emptySized, findCandidates } from './potentials.ts';
import { Rivals } from './rivals.ts';
import { EXACT_IN, EXACT_OUT, type Sense } from './sense.ts';
import { dropIdle } from './shape.ts';
import { type Hop, hopOf, sharesIn, sharesOut } from './shares.ts';
import { type Exactly, SinglePathFinder } from './single-path.ts';

export type Candidate = readonly Hop[];

/** While it grows, the network may exceed the pool limit by this many; the limiter then removes the pools with the least gain. */
const ROOM_TO_GROW = 8;
/** The relative error at which an iteration stops. */
const TOLERANCE = 1e-9;
/** Gains below this may be float rounding. */
const LEAST_GAIN = 1e-10;
/** For an exact output: the most searches for a network, and the most that may find one that cannot pay the amount. */
const [MAX_SEARCHES, MAX_FAILURES] = [9, 2];
const MAX_NEWTON_STEPS = 40;
/** A network found for one input also serves another that differs by at most this fraction. */
const CLOSE = 1e-4;
/** The largest factor by which one step may change the input. */
const MAX_STEP_FACTOR = 16;
/** An input above this is more than any account can hold. */
const MAX_INPUT = 2 ** 121;

export class Router {
  readonly #market: RouterMarket;
  readonly #limits: RouteLimits;
  #work: Work;
  /** The arguments for which `layers` were computed, and the version of the market. */
  #layersFor: readonly number[] = [];

  constructor(market: RouterMarket, limits: RouteLimits) {
    this.#market = market;
    this.#limits = limits;
    this.#work = workOn(market, limits);
  }

  /** True if no route can be better than the pool of this edge alone, given its exact amounts. */
  hasNoRivals(edge: number, side: 'in' | 'out', amountIn: bigint, amountOut: bigint): boolean {
    return this.#ready().rivals.areNone(edge, side, amountIn, amountOut);
  }

  /** Like `hasNoRivals` for an exact input, but in floats; false if floats cannot decide, or the price impact would exceed `maxImpact`. */
  hasClearlyNoRivals(edge: number, amountIn: bigint, maxImpact: number): boolean {
    return this.#ready().rivals.areClearlyNone(edge, amountIn, maxImpact);
  }

  /** Routes for an exact input: first the split over several paths, if there is one, then single paths that may be best. */
  findIn(from: number, to: number, amount: number): readonly Candidate[] {
    const pair = { from, to };
    const work = this.#ready();
    const paths = bestPaths(this.#market, pair, amount, this.#layersOf(EXACT_IN, pair, amount), this.#limits.maxPools);
    const [best] = paths;
    if (best === undefined) return [];
    work.equaliser.startQuestion();
    this.#split(pair, amount, best);
    return candidates(sharesIn(work.network), paths);
  }

  /** Routes for an exact output, the split first; none if the pools cannot pay it. */
  findOut(from: number, to: number, amount: number): readonly Candidate[] {
    const pair = { from, to };
    const work = this.#ready();
    const layers = this.#layersOf(EXACT_OUT, pair, amount);
    const paths = leastPaths(this.#market, pair, amount, layers, this.#limits.maxPools);
    return candidates(this.#splitFor(pair, amount, paths[0]?.needed) ? sharesOut(work.network) : [], paths);
  }

  /** The single path with the largest exact output for an input of `units`; none if it pays no more than `known`. */
  singleIn(from: number, to: number, units: bigint, known: bigint | undefined, exactly: Exactly): readonly Candidate[] {
    const pair = { from, to };
    const { single } = this.#ready();
    const layers = this.#layersOf(EXACT_IN, pair, Number(units));
    return onlyCandidate(single.find({ pair, units, sense: EXACT_IN, known, ...this.#limits, layers, exactly }));
  }

  /** The single path with the smallest exact input for an output of `units`; none if it costs no less than `known`. */
  singleOut(
    from: number,
    to: number,
    units: bigint,
    known: bigint | undefined,
    exactly: Exactly,
  ): readonly Candidate[] {
    const pair = { from, to };
    const { single } = this.#ready();
    const layers = this.#layersOf(EXACT_OUT, pair, Number(units));
    return onlyCandidate(single.find({ pair, units, sense: EXACT_OUT, known, ...this.#limits, layers, exactly }));
  }

  /** By token: the most that the amount becomes after each number of pools, or the least needed for it; cached for the same arguments. */
  #layersOf(sense: Sense, pair: TokenIndexes, amount: number): Layers {
    const { layers } = this.#work;
    const asked = [sense.flip, pair.from, pair.to, amount, this.#market.changes];
    if (asked.every((each, index) => each === this.#layersFor[index])) return layers;
    if (sense === EXACT_IN) carry(this.#market, pair, amount, layers);
    else trace(this.#market, pair, amount, layers);
    this.#layersFor = asked;
    return layers;
  }

  /** Finds a split that pays exactly `amount`, by Newton's method on the input, and leaves it in `network`; false if there is none. */
  #splitFor(pair: TokenIndexes, amount: number, atMost: number | undefined): boolean {
    const { network, fitting, equaliser, sized } = this.#work;
    let input = atMost ?? this.#guess(pair, amount);
    let failures = 0;
    fitting.clear();
    equaliser.startQuestion();
    for (let search = 0; search < MAX_SEARCHES && failures < MAX_FAILURES && input < Infinity; search++) {
      carry(this.#market, pair, input, sized.layers);
      const [best] = bestPaths(this.#market, pair, input, sized.layers, this.#limits.maxPools);
      if (best === undefined) break;
      equaliser.startHalf();
      this.#split(pair, input, best);
      if (network.size === 0) break;
      equaliser.startHalf();
      const fitted = inputToPay(network, equaliser, input, amount);
      if (Math.abs(fitted - input) <= CLOSE * input) return true;
      // If the network cannot pay the amount, a larger one found for a larger input might.
      if (fitted === Infinity) failures++;
      else fitting.become(network);
      input = Math.min(fitted, input * MAX_STEP_FACTOR);
    }
    // The last network that can pay the amount was found for another input, but may still be better than a single path.
    network.become(fitting);
    return network.size > 0;
  }

  /** A first input if no single path can pay the amount: the input of a part that a single path can pay, times the number of parts. */
  #guess(pair: TokenIndexes, amount: number): number {
    const { layers } = this.#work.sized;
    for (let parts = 2; parts <= 64; parts *= 2) {
      trace(this.#market, pair, amount / parts, layers);
      const [path] = leastPaths(this.#market, pair, amount / parts, layers, this.#limits.maxPools);
      if (path !== undefined) return path.needed * parts;
    }
    return Infinity;
  }

  /** Leaves the best split in `network`, which is empty if only the pools of the best path are worth using. */
  #split(pair: TokenIndexes, amount: number, best: Path): void {
    const { candidates, network, equaliser, sized } = this.#work;
    const price = marginalPrice(this.#market, best.edges, amount);
    candidates.clear();
    const minGain = Math.max(this.#limits.minGain, LEAST_GAIN);
    const areSmall = findCandidates(this.#market, pair, { amount, price, minGain }, sized, candidates);
    network.clear();
    if (candidates.areAmong(best.edges)) return;
    network.enter(pair.from, price);
    network.enter(pair.to, 1);
    layPath(this.#market, network, best.edges, amount, price);
    this.#work.grower.grow({ amount, minGain, areSmall });
    this.#work.limiter.limit(amount, this.#limits);
    if (network.size === 0) return;
    equaliser.equalise(network, amount, TOLERANCE);
    dropIdle(network);
  }

  #ready(): Work {
    const { tokens, edges } = this.#market;
    if (this.#work.tokens !== tokens || this.#work.edges !== edges) this.#work = workOn(this.#market, this.#limits);
    return this.#work;
  }
}

const onlyCandidate = (edges: readonly number[]): readonly Candidate[] =>
  edges.length === 0 ? [] : [edges.map((edge) => hopOf(edge))];

/** The split, unless it is empty or one of the paths, followed by the paths. */
function candidates(split: Candidate, paths: readonly Path[]): readonly Candidate[] {
  const single = paths.map(({ edges }) => edges.map((edge) => hopOf(edge)));
  const isPath = single.some(
    (path) => path.length === split.length && path.every(({ pool }, index) => pool === split[index]?.pool),
  );
  return split.length === 0 || isPath ? single : [split, ...single];
}

/** The input for which the network pays this amount; Infinity if it cannot. */
function inputToPay(network: Network, equaliser: Equaliser, start: number, amount: number): number {
  let input = start;
  for (let step = 0; step < MAX_NEWTON_STEPS && !equaliser.isSpent; step++) {
    const missing = amount - equaliser.equalise(network, input, TOLERANCE);
    if (Math.abs(missing) <= TOLERANCE * amount) return input;
    // From an input that is far too large, a Newton step could lead to a negative one.
    input = Math.max(input / MAX_STEP_FACTOR, input + missing / (network.price[START] as number));
    if (!(input < MAX_INPUT)) return Infinity;
  }
  return Infinity;
}

/** Adds the pools of a path to the network, and its tokens with their marginal prices. */
function layPath(
  market: RouterMarket,
  network: Network,
  edges: readonly number[],
  amount: number,
  price: number,
): void {
  let [x, at] = [amount, price];
  for (const edge of edges) {
    const curve = market.curve(edge);
    at /= slopeAt(curve, x);
    x = paidFor(curve, x);
    network.enter(market.head(edge), at);
    network.add(market, edge);
  }
}

type Work = ReturnType<typeof workOn>;

/** The working memory of a search, allocated once for a market of this size. */
function workOn(market: RouterMarket, { maxPools }: RouteLimits) {
  const { tokens, edges } = market;
  const capacity = maxPools + ROOM_TO_GROW;
  const layers = emptyLayers(tokens);
  const candidates = new Candidates(tokens, edges);
  const network = new Network(market, capacity);
  const fitting = new Network(market, capacity);
  const equaliser = new Equaliser(capacity);
  const grower = new Grower({ market, candidates, network, equaliser });
  const limiter = new Limiter(market, network, equaliser);
  const sized = emptySized(tokens);
  const single = new SinglePathFinder(market);
  const rivals = new Rivals(market);
  return { tokens, edges, layers, rivals, single, sized, candidates, network, fitting, equaliser, grower, limiter };
}
