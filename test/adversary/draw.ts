// Draws scenarios at random, with a bias towards what an attacker would try, and changes those that went well for the adversary.
import type { Random } from '../simulation/random.ts';
import type { HonestPool, Move, Name, Owner, Scenario, Setup } from './scenario.ts';

const [GOLD, CASH] = [10n ** 9n, 10n ** 6n];
const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Whole numbers of millionths, so that amounts stay exact. */
const part = (units: bigint, ppm: number): bigint => (units * BigInt(Math.round(ppm))) / 1_000_000n;

const DEEP: HonestPool = { pair: ['gold', 'cash'], units: [100_000n * GOLD, 250_000n * CASH] };
const THIN: HonestPool = { pair: ['gold', 'cash'], units: [40n * GOLD, 100n * CASH] };
const VIA_SILVER: readonly HonestPool[] = [
  { pair: ['gold', 'silver'], units: [60_000n * GOLD, 5_000_000_00n] },
  { pair: ['silver', 'cash'], units: [5_000_000_00n, 150_000n * CASH] },
];
const COARSE: HonestPool = { pair: ['cash', 'share'], units: [90_000n * CASH, 12_857n] };
const STABLE: HonestPool = { pair: ['usd', 'cash'], units: [100_000n * CASH, 100_000n * CASH], stable: 100n };

const MARKETS: readonly (readonly [Name, Name, readonly HonestPool[]])[] = [
  ['gold', 'cash', [DEEP]],
  ['gold', 'cash', [DEEP]],
  ['cash', 'gold', [DEEP]],
  ['gold', 'cash', [THIN]],
  ['gold', 'cash', [DEEP, ...VIA_SILVER]],
  ['gold', 'cash', VIA_SILVER],
  ['cash', 'share', [COARSE]],
  ['share', 'cash', [COARSE]],
  ['usd', 'cash', [STABLE]],
];

export function drawScenario(random: Random): Scenario {
  const setup = drawSetup(random);
  const owner = drawOwner(random, setup);
  const draft = { setup, owner };
  if (owner.kind === 'swap') {
    // A swap is over at once: only moves before it matter.
    const before = [...falseWay(random, draft), ...(random.chance(50) ? drawIdea(random, draft) : [])];
    return { setup, owner, moves: [...before, { kind: 'owner' }, ...(random.chance(30) ? [backTo(setup)] : [])] };
  }
  const moves: Move[] = [];
  for (let count = 1 + random.below(3); count > 0 && moves.length < 9; count--) moves.push(...drawIdea(random, draft));
  moves.splice(random.below(moves.length + 1), 0, { kind: 'owner' });
  if (random.chance(50)) moves.push(drawWait(random));
  return { setup, owner, moves: moves.slice(0, 12) };
}

const backTo = ({ sold, bought }: Setup): Move => ({ kind: 'restore', token: sold, against: bought });

function drawSetup(random: Random): Setup {
  const [sold, bought, pools] = random.pick(MARKETS);
  const ageMs = random.pick([600 * SECOND, 600 * SECOND, 600 * SECOND, 90 * SECOND, 30 * SECOND, SECOND]);
  const arbEveryMs = random.pick([0, 5 * SECOND, 30 * SECOND, 30 * SECOND, 300 * SECOND]);
  return { pools, sold, bought, ageMs: ageMs + random.below(1000), arbEveryMs };
}

/** What the honest pools hold of a token together; the other tokens of the adversary count as a deep pool. */
function heldOf({ pools }: Setup, name: Name): bigint {
  let sum = 0n;
  for (const { pair, units } of pools)
    for (const [at, each] of pair.entries()) if (each === name) sum += units[at] as bigint;
  return sum || 10n ** 15n;
}

function drawOwner(random: Random, setup: Setup): Owner {
  const held = heldOf(setup, setup.sold);
  const kind = random.weighted({ swap: 2, stop: 4, recurring: 4 });
  if (kind === 'swap') return { kind, units: part(held, random.pick([1000, 50_000, 200_000, 500_000, 1_000_000])) };
  const units = atLeast(20n, part(held, random.pick([1000, 2000, 2700, 2700, 5000, 10_000, 20_000, 50_000])));
  if (setup.bought === 'share') return { kind: 'recurring', units, times: 1, everyMs: MINUTE, limitPpm: 0 };
  if (kind === 'recurring') {
    const times = random.pick([1, 1, 2, 2, 3]);
    const [everyMs, limitPpm] = [random.pick([30, 60, 120]) * SECOND, random.pick([0, 250_000, 250_000, 900_000])];
    return { kind, units: units * BigInt(times), times, everyMs, limitPpm };
  }
  const when = random.pick(['below', 'below', 'above'] as const);
  const far = random.pick([20_000, 50_000, 50_000, 100_000, 200_000, -10_000]);
  const triggerPpm = 1_000_000 + (when === 'below' ? -far : far);
  return { kind, units, when, triggerPpm, overMs: random.pick([MINUTE, MINUTE, 5 * MINUTE]) };
}

const atLeast = (least: bigint, units: bigint): bigint => (units > least ? units : least);

const WAITS_MS = [
  50, 200, 800, 1500, 4000, 10_000, 29_000, 31_000, 45_000, 59_000, 60_000, 61_000, 65_000, 120_000, 301_000,
];

function drawWait(random: Random): Move {
  const kind = random.weighted({ wait: 6, untilDue: 2, untilFill: 2 });
  if (kind === 'untilDue') return { kind, leadMs: random.pick([50, 100, 700, 3000, 20_000, 31_000]) };
  if (kind === 'untilFill') return { kind, mostMs: random.pick([200, 800, 4000, 20_000, 70_000]) };
  return { kind, ms: random.pick(WAITS_MS) };
}

type Draft = Pick<Scenario, 'setup' | 'owner'>;

/** One to six moves that belong together. */
function drawIdea(random: Random, draft: Draft): readonly Move[] {
  const idea = random.weighted({
    way: 5,
    takeOver: 3,
    reshape: 3,
    sandwich: 4,
    match: 4,
    flash: 2,
    single: 3,
    wait: 2,
  });
  switch (idea) {
    case 'reshape':
      return reshape(random, draft);
    case 'takeOver':
      return takeOver(random, draft);
    case 'way':
      return falseWay(random, draft);
    case 'sandwich':
      return sandwich(random, draft);
    case 'match':
      return matched(random, draft);
    case 'flash':
      return flash(random, draft);
    case 'single':
      return [single(random, draft)];
    case 'wait':
      return [drawWait(random)];
  }
}

const FACTORS = [0.001, 0.05, 0.3, 0.5, 0.7, 0.9, 0.95, 0.97, 0.985, 0.995, 1, 1.005, 1.02, 1.1, 2, 10, 1000];
/** In millionths of what the honest pools hold. */
const DEPTHS = [1, 100, 10_000, 90_000, 300_000, 1_000_000, 3_000_000, 10_000_000];
/** Ten base units are what a usable way must pass, and a hundredth of the reserve: amounts on both sides of each. */
const MIDDLES = [1n, 2n, 3n, 9n, 10n, 11n, 99n, 101n, 1000n, 1100n, 10n ** 6n, 10n ** 9n, 10n ** 15n];

/** Pools with a token of the adversary's own that make a way between the owner's tokens at another price. */
function falseWay(random: Random, { setup }: Draft): readonly Move[] {
  const { sold, bought } = setup;
  const factor = random.pick(FACTORS);
  const depth = random.pick(DEPTHS);
  const middle = random.pick(MIDDLES);
  const root = Math.sqrt(factor);
  // The reserves of the two tokens are such that the way has the price `factor` times the undisturbed one.
  const offered = atLeast(1n, part(heldOf(setup, sold), depth / root));
  const wanted = atLeast(1n, part(heldOf(setup, bought), depth * root));
  const [via, then] = random.pick(OWN_TOKENS);
  const first: Move = { kind: 'add', pair: [sold, via], units: [offered, middle] };
  if (random.chance(75)) return [first, { kind: 'add', pair: [via, bought], units: [middle, wanted] }];
  return [
    first,
    { kind: 'add', pair: [via, then], units: [middle, middle] },
    { kind: 'add', pair: [then, bought], units: [middle, wanted] },
  ];
}

const OWN_TOKENS = [
  ['xenon', 'yarn'],
  ['yarn', 'xenon'],
] as const;

/** Changes the price of an own pool, its depth or both: liquidity that comes and goes. */
function reshape(random: Random, { setup }: Draft): readonly Move[] {
  const [via] = random.pick(OWN_TOKENS);
  const name = random.pick([setup.sold, setup.bought]);
  const pair = [name, via] as const;
  const units = (): bigint => atLeast(1n, part(heldOf(setup, name), random.pick(DEPTHS)));
  const shift: Move = random.chance(50)
    ? { kind: 'swap', from: name, to: via, units: units(), direct: true }
    : { kind: 'swap', from: via, to: name, units: random.pick(MIDDLES), direct: true };
  const add: Move = { kind: 'add', pair, units: [units(), 10n ** 24n] };
  const remove: Move = { kind: 'remove', pair, ppm: random.pick([1_000_000n, 999_000n, 500_000n]) };
  const moves = random.pick([
    [shift],
    [add],
    [remove],
    [remove, shift],
    [shift, add],
    [remove, shift, add],
    [add, shift],
  ]);
  return random.chance(70) ? [drawWait(random), ...moves, drawWait(random)] : moves;
}

/** A false way that has just become old enough to count, when the price is moved for a moment. */
function takeOver(random: Random, draft: Draft): readonly Move[] {
  const untilOld: Move = { kind: 'wait', ms: random.pick([29_000, 59_000, 59_800, 60_000, 61_000]) };
  const front = frontOf(random, draft);
  const held: Move = random.chance(50)
    ? { kind: 'wait', ms: random.pick([200, 800, 1500, 4000]) }
    : { kind: 'untilFill', mostMs: random.pick([800, 4000, 10_000]) };
  return [...falseWay(random, draft), untilOld, front, held, backTo(draft.setup)];
}

const SIZES = [1000, 2500, 5000, 10_000, 25_000, 30_000, 50_000, 100_000, 300_000, 1_000_000, 10_000_000];

/** A swap that moves the price, mostly against the owner. */
function frontOf(random: Random, { setup: { sold, bought }, setup }: Draft): Move {
  const [from, to] = random.chance(80) ? [sold, bought] : [bought, sold];
  return { kind: 'swap', from, to, units: part(heldOf(setup, from), random.pick(SIZES)) };
}

function sandwich(random: Random, draft: Draft): readonly Move[] {
  const moves = [frontOf(random, draft), drawWait(random), backTo(draft.setup)];
  return random.chance(50) ? moves : [drawWait(random), ...moves];
}

/** Rests an order for the owner to meet, mostly with the price moved meanwhile. */
function matched(random: Random, draft: Draft): readonly Move[] {
  const { setup, owner } = draft;
  const { sold, bought } = setup;
  const size = random.pick([0, 2500, 5000, 10_000, 25_000, 50_000]);
  const moved: Move = { kind: 'swap', from: sold, to: bought, units: part(heldOf(setup, sold), size) };
  const due = owner.kind === 'recurring' ? owner.units / BigInt(owner.times) : owner.units;
  const price = random.pick([0.9, 0.95, 0.97, 0.99, 0.997, 1, 1.02]);
  const worth = (units: bigint, factor: number): bigint =>
    atLeast(1000n, part((units * firstHeld(setup, bought)) / firstHeld(setup, sold), factor * 1e6));
  const wanted = random.pick([due, due * 2n, due / 10n]);
  const rest: Move = {
    ...{ kind: 'rest', from: bought, to: sold, units: worth(wanted, price), min: atLeast(1000n, wanted) },
    ...(random.chance(20) && { whole: true as const }),
    ...(random.chance(30) && { exact: true as const }),
  };
  const front = size > 0 ? [moved, rest] : [rest];
  const back: readonly Move[] = [{ kind: 'cancel' }, backTo(setup)];
  const begin = random.chance(50) ? [drawWait(random)] : [];
  return [...begin, ...(random.chance(50) ? front : front.toReversed()), drawWait(random), ...back];
}

const firstHeld = ({ pools }: Setup, name: Name): bigint => {
  for (const { pair, units } of pools)
    for (const [at, each] of pair.entries()) if (each === name) return units[at] as bigint;
  return 1n;
};

/** Liquidity that comes and goes at a moved price. */
function flash(random: Random, { setup }: Draft): readonly Move[] {
  const { sold, bought } = setup;
  const { pair } = random.pick(setup.pools);
  const [from, to] = random.chance(50) ? [sold, bought] : [bought, sold];
  const front: Move = { kind: 'swap', from, to, units: part(heldOf(setup, from), random.pick(SIZES)) };
  const add: Move = { kind: 'add', pair, units: [heldOf(setup, pair[0]) * 10n, heldOf(setup, pair[1]) * 10n] };
  const remove: Move = { kind: 'remove', pair, ppm: 1_000_000n };
  return [front, add, drawWait(random), remove, backTo(setup)];
}

function single(random: Random, { setup }: Draft): Move {
  const names: readonly Name[] = [...new Set([...setup.pools.flatMap(({ pair }) => pair)]), 'xenon', 'yarn'];
  const from = random.pick(names);
  const to = random.pick(names.filter((name) => name !== from));
  const units = (name: Name) =>
    random.chance(30)
      ? BigInt(1 + random.below(10))
      : atLeast(1n, part(heldOf(setup, name), random.pick([...SIZES, 1, 100])));
  const kind = random.weighted({ add: 3, remove: 2, swap: 3, rest: 2, cancel: 1 });
  switch (kind) {
    case 'add':
      return { kind, pair: [from, to], units: [units(from), units(to)] };
    case 'remove':
      return { kind, pair: [from, to], ppm: random.pick([1_000_000n, 500_000n, 999_999n]) };
    case 'swap':
      return { kind, from, to, units: units(from), ...(random.chance(50) && { direct: true as const }) };
    case 'rest':
      return { kind, from, to, units: units(from), min: atLeast(1000n, units(to)) };
    case 'cancel':
      return { kind };
  }
}

/** A scenario that differs from the given one in one to three places. */
export function mutate(random: Random, scenario: Scenario): Scenario {
  let { setup, owner } = scenario;
  const moves = [...scenario.moves];
  for (let changes = 1 + random.below(3); changes > 0; changes--) {
    const at = random.below(moves.length);
    const move = moves[at] as Move;
    const how = random.weighted({ change: 6, drop: 2, insert: 3, swapPlaces: 2, owner: 1, setup: 1 });
    if (how === 'change') moves[at] = changed(random, move);
    if (how === 'drop' && move.kind !== 'owner') moves.splice(at, 1);
    if (how === 'insert') moves.splice(at, 0, ...drawIdea(random, { setup, owner }));
    if (how === 'swapPlaces' && at > 0) [moves[at - 1], moves[at]] = [move, moves[at - 1] as Move];
    if (how === 'owner') owner = resized(random, setup, owner);
    if (how === 'setup') setup = { ...setup, arbEveryMs: random.pick([0, 5, 30, 300]) * SECOND };
  }
  return {
    setup,
    owner,
    moves: moves.slice(0, 14).some(({ kind }) => kind === 'owner') ? moves.slice(0, 14) : scenario.moves,
  };
}

/** Up to a twentieth of the reserve an order is filled in few slices; a larger one would take most of the time of the search. */
function resized(random: Random, setup: Setup, owner: Owner): Owner {
  const most = heldOf(setup, setup.sold) / (owner.kind === 'swap' ? 1n : 20n);
  const units = atLeast(20n, scaled(random, owner.units));
  return { ...owner, units: units > most ? most : units };
}

const scaled = (random: Random, units: bigint): bigint =>
  atLeast(
    1n,
    part(units, random.pick([100_000, 500_000, 800_000, 950_000, 1_050_000, 1_250_000, 2_000_000, 10_000_000])),
  );

function changed(random: Random, move: Move): Move {
  switch (move.kind) {
    case 'add': {
      const [one, other] = move.units;
      return { ...move, units: random.chance(50) ? [scaled(random, one), other] : [one, scaled(random, other)] };
    }
    case 'swap':
      return { ...move, units: scaled(random, move.units) };
    case 'rest':
      return random.chance(50)
        ? { ...move, units: scaled(random, move.units) }
        : { ...move, min: scaled(random, move.min) };
    case 'wait':
    case 'untilDue':
    case 'untilFill':
      return drawWait(random);
    default:
      return move;
  }
}
