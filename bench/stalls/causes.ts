// Why answers came late: the stalls of the server's threads that fall into a delay.
import type { Delay, Load } from '../load/plan.ts';

/** A stall of one thread's event loop, as the probe prints it, with milliseconds on a core and waiting for one. */
export type Stall = {
  readonly thread: string;
  readonly fromMs: number;
  readonly ms: number;
  readonly ran: number;
  readonly queued: number;
  /** Milliseconds of long SQL statements and garbage collections. */
  readonly named: Readonly<Record<string, number>>;
};

export type Explained = Delay & { readonly stalls: readonly Stall[] };

/** Each delay of a load with the stalls that overlap it, the longest first; those of the generator are no fault of the server. */
export function explain({ delays, generatorStalls }: Load, stalls: readonly Stall[]): Explained[] {
  const own = generatorStalls.map((stall) => ({ ...stall, thread: 'generator', ran: 0, queued: 0, named: {} }));
  return delays.map((delay) => ({
    ...delay,
    stalls: [...stalls, ...own]
      .filter(({ fromMs, ms }) => fromMs < delay.toMs && fromMs + ms > delay.fromMs)
      .toSorted((one, other) => other.ms - one.ms),
  }));
}

/** The thread and the longest part of a stall. */
export function causeOf({ thread, ms, ran, queued, named }: Stall): string {
  const known = Object.values(named).reduce((sum, each) => sum + each, queued);
  const rest = ran > (ms - known) / 2 ? 'JavaScript' : 'waiting';
  const parts = Object.entries({ ...named, 'no free core': queued, [rest]: ms - known });
  const [[cause]] = parts.toSorted(([, one], [, other]) => other - one) as [[string, number]];
  return `${thread}: ${cause}`;
}

/** How many requests each cause delayed, the worst first. */
export function byCause(delays: readonly Explained[]): string {
  const requests = new Map<string, number>();
  for (const { stalls, requests: delayed } of delays) {
    const cause = stalls[0] ? causeOf(stalls[0]) : 'no stall of a thread';
    requests.set(cause, (requests.get(cause) ?? 0) + delayed);
  }
  const sorted = [...requests].toSorted(([, one], [, other]) => other - one);
  return sorted.map(([cause, delayed]) => `${delayed} ${cause}`).join(', ');
}

export function describe({ fromMs, toMs, requests, worstMs, stalls }: Explained, startMs: number): string {
  const round = (ms: number) => Math.round(10 * ms) / 10;
  const each = stalls.map((stall) => {
    const named = Object.entries(stall.named).map(([name, ms]) => `, ${name} ${round(ms)}`);
    return `${causeOf(stall)} (${round(stall.ms)} ms, ran ${round(stall.ran)}, no core ${round(stall.queued)}${named.join('')})`;
  });
  const at = ((fromMs - startMs) / 1000).toFixed(2);
  return `${at} s: ${requests} late answers in ${round(toMs - fromMs)} ms, the worst after ${round(worstMs)}; ${each.join('; ') || 'no stall of a thread'}`;
}
