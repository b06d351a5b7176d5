// The plan for the load generator, and its results.

/** A placeholder in a request, at most one, for digits that no other request contains. */
export const FRESH = '#########';

export type Request = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

export type Plan = {
  readonly url: string;
  readonly seconds: number;
  readonly connections: number;
  readonly requests: readonly Request[];
  /** Sends the requests in an order drawn with this seed; without one, in turn. */
  readonly seed?: number;
  /** Sends each request at most once over all connections; fails if there are too few requests. */
  readonly isOnce?: boolean;
  /** Sends at this rate, however slow the answers are; without a rate, each connection sends when its last request is answered. */
  readonly ratePerSecond?: number;
};

/** A stretch of time in which answers came late, on the clock of the machine. */
export type Delay = {
  readonly fromMs: number;
  readonly toMs: number;
  readonly requests: number;
  readonly worstMs: number;
};

export type Load = {
  readonly perSecond: number;
  readonly answered: number;
  /** Includes answers before and after the measured time. */
  readonly answeredInAll: number;
  /** Answers with a status other than 200, and the first of them. */
  readonly refused: number;
  readonly firstRefused?: string;
  /** The part of all GETs that this server had received before, byte for byte; absent without GETs. */
  readonly repeatedShare?: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly p999Ms: number;
  readonly maxMs: number;
  /** In a load at a fixed rate, in the order of time. */
  readonly delays: readonly Delay[];
  /** Times at which the generator itself could not send. */
  readonly generatorStalls: readonly { readonly fromMs: number; readonly ms: number }[];
  /** CPU time of the generator itself. */
  readonly generatorMicrosPerRequest: number;
};
