// Whether all is well, in one sentence, from what the exchange tells of itself.
import type { GetStatusOutput } from '#client';

export type Status = GetStatusOutput;

type Verdict = {
  /** The worst of what is wrong. */
  readonly tone: 'water' | 'wheat' | 'oxide';
  readonly title: string;
  /** All of it, the worst first. */
  readonly says: readonly string[];
};

type Trouble = readonly [tone: 'wheat' | 'oxide', says: string];

export function verdictOn(status: Status): Verdict {
  const troubles = [...troublesOf(status)].sort(([a], [b]) => (a === b ? 0 : a === 'oxide' ? -1 : 1));
  const [worst] = troubles;
  if (worst === undefined) return { tone: 'water', title: 'All is well.', says: [commitWords(status)] };
  const title = worst[0] === 'oxide' ? 'Something is wrong.' : 'Something wants attention.';
  return { tone: worst[0], title, says: troubles.map(([, says]) => says) };
}

/** Bytes that are too few for a night, and for an hour. */
const LITTLE_BYTES = 5e9;
const NO_BYTES = 5e8;
const SLOW_COMMIT_MS = 1000;
/** What an observer that keeps up is behind by at most, in a busy minute. */
const BEHIND = 10_000;

function* troublesOf({ queue, commits, requests, database, observer, sequence, webhooks }: Status): Iterable<Trouble> {
  const fullness = queue.depth / queue.capacity;
  if (fullness >= 0.5) {
    const tone = fullness >= 0.9 ? 'oxide' : 'wheat';
    yield [
      tone,
      `${count(queue.depth)} commands wait to be written; beyond ${count(queue.capacity)} they are refused.`,
    ];
  }
  if (commits !== null && commits.p99Ms >= SLOW_COMMIT_MS) {
    yield ['wheat', `Writing is slow: one commit in a hundred takes ${milliseconds(commits.p99Ms)} or more.`];
  }
  if (requests.failed > 0) {
    yield ['oxide', `${things(requests.failed, 'request')} of the last minute failed by a fault of the exchange.`];
  }
  if (database.freeBytes !== null && database.freeBytes < LITTLE_BYTES) {
    const tone = database.freeBytes < NO_BYTES ? 'oxide' : 'wheat';
    yield [tone, `The disk has ${bytes(database.freeBytes)} left. When it is full, nothing can be written.`];
  }
  if (observer !== null && sequence - observer.sequence > BEHIND) {
    yield ['wheat', `Charts and figures are ${count(sequence - observer.sequence)} transactions behind the journal.`];
  }
  if (webhooks.retrying > 0) {
    yield ['wheat', `${things(webhooks.retrying, 'webhook')} could not be delivered to; they are tried again.`];
  }
}

const commitWords = ({ commits }: Status): string =>
  commits === null
    ? 'Nothing was written since this process began.'
    : `Half of the last ${things(commits.count, 'commit')} took ${milliseconds(commits.p50Ms)} or less.`;

export const count = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 1 });

const things = (value: number, thing: string): string => `${count(value)} ${thing}${value === 1 ? '' : 's'}`;

export const milliseconds = (value: number): string =>
  `${value.toLocaleString('en-US', { maximumFractionDigits: value < 10 ? 1 : 0 })} ms`;

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

export function bytes(value: number): string {
  const at = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, value)) / 3));
  return `${count(value / 1000 ** at)} ${UNITS[at]}`;
}

/** How long ago something was, in its two largest units. */
export function since(startedAt: string, nowMs: number): string {
  const seconds = Math.max(0, Math.floor((nowMs - Date.parse(startedAt)) / 1000));
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
  ];
  if (days > 0) return `${days} d ${hours} h`;
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min` : `${seconds} s`;
}
