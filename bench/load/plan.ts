// What the load generator is asked, and what it answers.

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
  /** Sends an Idempotency-Key with every request that no other request has. */
  readonly freshKeys?: boolean;
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
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly p999Ms: number;
  readonly maxMs: number;
  /** What the generator itself took of a core. */
  readonly generatorMicrosPerRequest: number;
};
