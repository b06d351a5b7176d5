// Derives one sentence about the exchange's health from its status.

import type { GetStatusOutput } from '#client';
import { count as counted } from '../../../words/format.ts';
import { t } from '../../../words/words.ts';

export type Status = GetStatusOutput;

type Verdict = {
  /** The tone of the worst problem. */
  readonly tone: 'water' | 'wheat' | 'oxide';
  readonly title: string;
  /** All problems, the worst first. */
  readonly says: readonly string[];
};

type Trouble = readonly [tone: 'wheat' | 'oxide', says: string];

export function verdictOn(status: Status): Verdict {
  const troubles = [...troublesOf(status)].sort(([a], [b]) => (a === b ? 0 : a === 'oxide' ? -1 : 1));
  const [worst] = troubles;
  if (worst === undefined) return { tone: 'water', title: t('operator.health.well'), says: [commitWords(status)] };
  const title = t(worst[0] === 'oxide' ? 'operator.health.wrong' : 'operator.health.attention');
  return { tone: worst[0], title, says: troubles.map(([, says]) => says) };
}

/** Free disk space below which the disk may be full before the morning (warning) or within an hour (error). */
const LITTLE_BYTES = 5e9;
const NO_BYTES = 5e8;
const SLOW_COMMIT_MS = 1000;
/** The market statistics lag behind the journal by fewer transactions than this even in a busy minute, if they keep up. */
const BEHIND = 10_000;
/** How long an order may stay unfilled after the price has reached it; the threshold of the alert MillpondOrdersWait. */
const LONG_REACHABLE_S = 5;

function* troublesOf({
  queue,
  commits,
  requests,
  database,
  observer,
  sequence,
  webhooks,
  orders,
}: Status): Iterable<Trouble> {
  const fullness = queue.depth / queue.capacity;
  if (fullness >= 0.5) {
    const tone = fullness >= 0.9 ? 'oxide' : 'wheat';
    yield [tone, t('operator.health.queue', { depth: queue.depth, capacity: queue.capacity })];
  }
  if (commits !== null && commits.p99Ms >= SLOW_COMMIT_MS) {
    yield ['wheat', t('operator.health.slow', { time: milliseconds(commits.p99Ms) })];
  }
  if (requests.failed > 0) {
    yield ['oxide', t('operator.health.failures', { count: requests.failed })];
  }
  if (database.freeBytes !== null && database.freeBytes < LITTLE_BYTES) {
    const tone = database.freeBytes < NO_BYTES ? 'oxide' : 'wheat';
    yield [tone, t('operator.health.disk', { size: bytes(database.freeBytes) })];
  }
  if (observer !== null && sequence - observer.sequence > BEHIND) {
    yield ['wheat', t('operator.health.behind', { count: sequence - observer.sequence })];
  }
  if (orders !== null && orders.keeper === null && (orders.open ?? 0) > 0) {
    yield ['wheat', t('operator.health.keptByNobody', { count: orders.open ?? 0 })];
  }
  const reachable = orders?.keeper?.oldestReachable ?? null;
  if (reachable !== null && reachable.seconds >= LONG_REACHABLE_S) {
    yield ['wheat', t('operator.health.ordersWait', { number: reachable.order, time: seconds(reachable.seconds) })];
  }
  if (webhooks.retrying > 0) {
    yield ['wheat', t('operator.health.hooks', { count: webhooks.retrying })];
  }
}

const commitWords = ({ commits }: Status): string =>
  commits === null
    ? t('operator.health.idle')
    : t('operator.health.commits', { count: commits.count, time: milliseconds(commits.p50Ms) });

export const count = (value: number): string => counted(value, { maximumFractionDigits: 1 });

export const milliseconds = (value: number): string =>
  counted(value, { style: 'unit', unit: 'millisecond', maximumFractionDigits: value < 10 ? 1 : 0 });

export const seconds = (value: number): string =>
  counted(value, { style: 'unit', unit: 'second', maximumFractionDigits: value < 10 ? 1 : 0 });

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

export function bytes(value: number): string {
  const at = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, value)) / 3));
  const unitDisplay = at === 0 ? 'long' : 'short';
  return counted(value / 1000 ** at, { style: 'unit', unit: UNITS[at], unitDisplay, maximumFractionDigits: 1 });
}

/** The time elapsed, in its two largest units. */
export function since(startedAt: string, nowMs: number): string {
  const seconds = Math.max(0, Math.floor((nowMs - Date.parse(startedAt)) / 1000));
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
  ];
  if (days > 0) return t('operator.duration.days', { days, hours });
  if (hours > 0) return t('operator.duration.hours', { hours, minutes });
  return minutes > 0 ? t('operator.duration.minutes', { minutes }) : t('operator.duration.seconds', { seconds });
}
