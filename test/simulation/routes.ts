// Random routes over the existing pools, most of them valid, some broken in every possible way.
import type { TokenAddress } from '../../src/core/amount.ts';
import { type RouteHop, WHOLE_SHARE } from '../../src/core/route/shape.ts';
import type { Draw, Pair } from './draw.ts';
import type { Random } from './random.ts';

export type Routed = Pair & { readonly route: readonly RouteHop[] };
type Edge = Omit<RouteHop, 'share'>;

/** Two tokens and a route between them; undefined if no pools connect any. */
export function routed(draw: Draw, exact: 'in' | 'out'): Routed | undefined {
  const { random } = draw;
  const found = Array.from({ length: 3 }, () => wayBetween(draw)).filter((way) => way !== undefined);
  const way = random.chance(70) ? found.find(({ edges }) => edges.length > 1) : found[0];
  if (!way) return undefined;
  const { tokenA, tokenB, edges } = way;
  const sound = { tokenA, tokenB, route: shared(random, edges, exact) };
  return random.chance(15) ? { ...sound, route: BROKEN[random.weighted(FAULTS)](sound, draw) } : sound;
}

function wayBetween(draw: Draw): (Pair & { readonly edges: readonly Edge[] }) | undefined {
  const { random } = draw;
  const tokens = shuffled(random, [...draw.model.tokens.keys()] as TokenAddress[]);
  const edges = shuffled(random, edgesAlong(draw, tokens)).slice(0, random.pick([4, 6, 8, 12, 36]));
  const { tokenA, tokenB } = ends(random, edges, tokens);
  if (tokenA === undefined || tokenB === undefined) return undefined;
  const order = (edge: Edge) => tokens.indexOf(edge.tokenIn);
  return { tokenA, tokenB, edges: between(edges, tokenA, tokenB).sort((a, b) => order(a) - order(b)) };
}

/** Pools as hops from the earlier token to the later one, so that there is no cycle. */
function edgesAlong({ model, random }: Draw, tokens: readonly TokenAddress[]): Edge[] {
  const edges = model.pools.map(({ reserves }) => {
    const [tokenIn, tokenOut] = tokens.filter((token) => reserves.has(token)) as [TokenAddress, TokenAddress];
    return { tokenIn, tokenOut };
  });
  if (random.chance(30)) return edges;
  // Leaves out paused and almost empty pools, which would refuse every trade over them.
  return edges.filter(({ tokenIn: tokenA, tokenOut: tokenB }) => {
    const reserves = model.pool({ tokenA, tokenB })?.reserves.values() ?? [];
    return model.pauseOf({ tokenA, tokenB }) === undefined && [...reserves].every((reserve) => reserve > 20_000n);
  });
}

/** From the first token with a hop out to the last one reachable; sometimes only a part of that. */
function ends(random: Random, edges: readonly Edge[], tokens: readonly TokenAddress[]) {
  const sources = tokens.filter((token) => edges.some(({ tokenIn }) => tokenIn === token));
  const tokenA = random.chance(70) ? sources[0] : random.pickAny(sources);
  const reached = tokenA === undefined ? new Set() : closure(tokenA, edges, 'tokenIn', 'tokenOut');
  const targets = tokens.filter((token) => token !== tokenA && reached.has(token));
  return { tokenA, tokenB: random.chance(70) ? targets.at(-1) : random.pickAny(targets) };
}

/** Hops on some path between two tokens. */
function between(edges: readonly Edge[], tokenA: TokenAddress, tokenB: TokenAddress): Edge[] {
  const reached = closure(tokenA, edges, 'tokenIn', 'tokenOut');
  const reaching = closure(tokenB, edges, 'tokenOut', 'tokenIn');
  return edges.filter(({ tokenIn, tokenOut }) => reached.has(tokenIn) && reaching.has(tokenOut));
}

function closure(start: TokenAddress, edges: readonly Edge[], near: keyof Edge, far: keyof Edge): Set<TokenAddress> {
  const found = new Set([start]);
  for (const token of found) for (const edge of edges) if (edge[near] === token) found.add(edge[far]);
  return found;
}

/** Gives each hop a share of its token, from a single 2^-30 to all but that. */
function shared(random: Random, edges: readonly Edge[], exact: 'in' | 'out'): RouteHop[] {
  const end = exact === 'in' ? 'tokenIn' : 'tokenOut';
  const left = new Map<TokenAddress, number>();
  return edges.map((edge, at) => {
    const rest = left.get(edge[end]) ?? WHOLE_SHARE;
    const others = edges.slice(at + 1).filter((other) => other[end] === edge[end]).length;
    const most = rest - others;
    const even = Math.ceil(most / (others + 1));
    const some = random.chance(15) ? random.pick([1, most]) : random.pick([even, 1 + random.below(even)]);
    const share = others === 0 ? rest : some;
    left.set(edge[end], rest - share);
    return { ...edge, share };
  });
}

type Breaking = (sound: Routed, draw: Draw) => readonly RouteHop[];
const FAULTS = {
  poolTwice: 2,
  wayBack: 2,
  outOfOrder: 2,
  missing: 2,
  stray: 2,
  wrongShare: 3,
  noShare: 2,
  unknownToken: 2,
  unknownPool: 3,
  sameToken: 1,
  noHops: 1,
  manyHops: 1,
};

const BROKEN: { readonly [Fault in keyof typeof FAULTS]: Breaking } = {
  poolTwice: ({ route }, { random }) => [...route, random.pick(route)],
  wayBack: ({ route }, { random }) => {
    const { tokenIn, tokenOut } = random.pick(route);
    return [...route, hop(tokenOut, tokenIn)];
  },
  outOfOrder: ({ route }) => route.toReversed(),
  missing: ({ route }, { random }) => route.toSpliced(random.below(route.length), 1),
  stray: ({ route }, draw) => {
    const { tokenA, tokenB } = draw.pair();
    return [...route, hop(tokenA, tokenB)];
  },
  wrongShare: ({ route }, { random }) => changed(route, random, ({ share }) => share + random.pick([-1, 1])),
  noShare: ({ route }, { random }) => changed(route, random, () => random.pick([0, -1, 0.5, Number.NaN])),
  unknownToken: ({ route }, { random }) => renamed(route, random, 'nobody knows it' as TokenAddress),
  unknownPool: ({ route }, draw) => renamed(route, draw.random, draw.token().address),
  sameToken: ({ route }) => route.map(({ tokenIn }) => hop(tokenIn, tokenIn)),
  noHops: () => [],
  manyHops: ({ tokenA, tokenB }, { random }) => inARow(tokenA, tokenB, 64 + random.below(2)),
};

const hop = (tokenIn: TokenAddress, tokenOut: TokenAddress): RouteHop => ({ tokenIn, tokenOut, share: WHOLE_SHARE });

function changed(route: readonly RouteHop[], random: Random, share: (hop: RouteHop) => number): readonly RouteHop[] {
  const at = random.below(route.length);
  return route.map((hop, index) => (index === at ? { ...hop, share: share(hop) } : hop));
}

/** Replaces a token of the route by another; if it was the last, the route now ends elsewhere. */
function renamed(route: readonly RouteHop[], random: Random, name: TokenAddress): readonly RouteHop[] {
  const { tokenOut: old } = random.pick(route);
  const rename = (token: TokenAddress) => (token === old ? name : token);
  return route.map((hop) => ({ ...hop, tokenIn: rename(hop.tokenIn), tokenOut: rename(hop.tokenOut) }));
}

/** A chain over tokens that do not exist: refused for that if it has 64 hops, and for its length if it has 65. */
const inARow = (tokenA: TokenAddress, tokenB: TokenAddress, length: number): readonly RouteHop[] => {
  const at = (index: number) => (index === 0 ? tokenA : index === length ? tokenB : (`T${index}` as TokenAddress));
  return Array.from({ length }, (_, index) => hop(at(index), at(index + 1)));
};

function shuffled<Item>(random: Random, items: readonly Item[]): Item[] {
  const mixed = [...items];
  for (let at = mixed.length - 1; at > 0; at--) {
    const other = random.below(at + 1);
    [mixed[at], mixed[other]] = [mixed[other] as Item, mixed[at] as Item];
  }
  return mixed;
}
