// How long the stream has been silent. Only time in which the page was awake counts: a throttled or sleeping tab heard nothing because it did not listen.

/** How often the clock of the silence ticks. */
export const TICK_MS = 1000;
/** A tick that is later than this follows a time in which the page slept. */
const MOST_TICK_MS = 1500;
/** After this silence the page says when it last heard something, since a beat comes every 2 to 3 seconds. */
const QUIET_MS = 5000;
/** After this silence the page is not live. */
export const LOST_MS = 8000;

export type Silence = { readonly ms: number; readonly tickedMs: number };

export const heardAt = (nowMs: number): Silence => ({ ms: 0, tickedMs: nowMs });

export const tickedAt = ({ ms, tickedMs }: Silence, nowMs: number): Silence => ({
  ms: ms + Math.min(nowMs - tickedMs, MOST_TICK_MS),
  tickedMs: nowMs,
});

/** What the page says of a silence: seconds to show, none while it is normal, or that it is not live. */
export const wordOf = ({ ms }: Silence): number | 'lost' =>
  ms >= LOST_MS ? 'lost' : ms >= QUIET_MS ? Math.floor(ms / 1000) : 0;
