// What the load generator is asked, and what it answers.

/** Stands in a request, once at most, for digits that the generator puts into no other request. */
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
  /** Sends none of them twice, whichever connection it is; fails where there are too few. */
  readonly isOnce?: boolean;
  /** Sends at this rate whatever the answers do; without one, each connection sends when it is answered. */
  readonly ratePerSecond?: number;
};

export type Load = {
  readonly perSecond: number;
  readonly answered: number;
  /** With those before and after the time that is measured. */
  readonly answeredInAll: number;
  /** Answers with another status than 200, and the first of them. */
  readonly refused: number;
  readonly firstRefused?: string;
  /** The part of all questions (GET) that this server had been sent before, byte for byte; without it, none was sent. */
  readonly repeatedShare?: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly p999Ms: number;
  readonly maxMs: number;
  /** What the generator itself took of a core. */
  readonly generatorMicrosPerRequest: number;
};
