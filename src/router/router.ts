// The router: for a pair and an amount, the routes among which the exact amounts decide.
import { bestPaths, marginalPrice, type Path } from './best-path.ts';
import { Candidates } from './candidates.ts';
import { emptyLayers, type Pair } from './carry.ts';
import { Equaliser } from './equalise.ts';
import { paidFor, slopeAt } from './evaluate.ts';
import { dropIdle, Grower } from './grow.ts';
import { type Limits, limit } from './limit.ts';
import type { Market } from './market.ts';
import { Network } from './network.ts';
import { emptySized, findCandidates } from './potentials.ts';
import { type Hop, hopOf, sharesIn } from './shares.ts';

export type Candidate = readonly Hop[];

/** While it grows, the network may be larger than the limit, which then takes away what gains least. */
const ROOM_TO_GROW = 16;
const TOLERANCE = 1e-9;

export class Router {
  readonly #market: Market;
  readonly #limits: Limits;
  #work: Work;

  constructor(market: Market, limits: Limits) {
    this.#market = market;
    this.#limits = limits;
    this.#work = workOn(market, limits);
  }

  /** Routes for exactly `amount` of one token: the split one first, if there is one, then single paths and the direct pool. */
  findIn(from: number, to: number, amount: number): readonly Candidate[] {
    const pair = { from, to };
    const work = this.#ready();
    const paths = bestPaths(this.#market, pair, amount, work.layers);
    const [best] = paths;
    if (best === undefined) return [];
    const single = paths.map(({ edges }) => edges.map((edge) => hopOf(edge)));
    return this.#split(pair, amount, best) ? [sharesIn(work.network), ...single] : single;
  }

  /** Leaves in the network the best split that was found; false if that is the best path alone. */
  #split(pair: Pair, amount: number, best: Path): boolean {
    const { candidates, network, equaliser, sized } = this.#work;
    const price = marginalPrice(this.#market, best.edges, amount);
    candidates.clear();
    findCandidates(this.#market, pair, { amount, price }, sized, candidates);
    network.clear();
    network.enter(pair.from, price);
    network.enter(pair.to, 1);
    layPath(this.#market, network, best.edges, amount, price);
    this.#work.grower.grow(amount, Math.max(this.#limits.minGain, 1e-10));
    limit(network, equaliser, amount, this.#limits);
    equaliser.equalise(network, amount, TOLERANCE);
    dropIdle(network);
    return network.size > best.edges.length || network.tokens !== best.edges.length + 1;
  }

  #ready(): Work {
    const { tokens, edges } = this.#market;
    if (this.#work.tokens !== tokens || this.#work.edges !== edges) this.#work = workOn(this.#market, this.#limits);
    return this.#work;
  }
}

function layPath(market: Market, network: Network, edges: readonly number[], amount: number, price: number): void {
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

/** Everything that a search writes to, made once for a market of this size. */
function workOn(market: Market, { maxPools }: Limits) {
  const { tokens, edges } = market;
  const capacity = maxPools + ROOM_TO_GROW;
  const layers = emptyLayers(tokens);
  const candidates = new Candidates(tokens, edges);
  const network = new Network(market, capacity);
  const equaliser = new Equaliser(capacity);
  const grower = new Grower({ market, candidates, network, equaliser });
  return { tokens, edges, layers, sized: emptySized(tokens, layers), candidates, network, equaliser, grower };
}
