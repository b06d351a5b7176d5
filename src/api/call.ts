// A call as it is implemented: its declaration, and either a question or the two parts around a command.

import type { Faucet } from '../access/faucet.ts';
import type { AccountImport } from '../access/import/import.ts';
import type { Caller, Keys } from '../access/keys.ts';
import type { OrdersPause } from '../access/orders-pause.ts';
import type { People } from '../access/people/people.ts';
import type { Begun, Sessions } from '../access/sessions.ts';
import type { Usage } from '../access/usage.ts';
import type { Brand } from '../brand/brand.ts';
import type { Declaration, InputOf, OutputOf } from '../contract/call.ts';
import type { Ppm } from '../core/amount.ts';
import type { Command } from '../core/commands/command.ts';
import type { Audits } from '../ports/audits.ts';
import type { Images } from '../ports/images.ts';
import type { Market } from '../ports/market.ts';
import type { Completed, Routing, Venue } from '../ports/venue.ts';
import type { Webhooks } from '../ports/webhooks.ts';
import type { AuthMode } from './door/caller.ts';
import type { Charge } from './door/charge.ts';
import type { PartyOptions } from './door/relying-party.ts';
import type { Exact } from './json/exact-json.ts';
import type { Status } from './metrics/status.ts';
import type { OrderRoom } from './order-room.ts';

/** How this server is set up, as far as callers may know. */
type About = {
  readonly auth: AuthMode;
  /** 0 for no limit. */
  readonly rateLimitPerSecond: number;
  /** 0 for no limit; operators have none. */
  readonly changesPerDay: number;
  readonly bodyLimitBytes: number;
  readonly requestTimeoutMs: number;
  /** How far a swap may move its own price that does not say. */
  readonly maxPriceImpactPpm: Ppm;
  /** A URL with `{hash}` in it, where transactions of the chain can be looked at. */
  readonly explorer?: string | null;
  /** Whether the exchange was made to play with; absent where it never is. */
  isDemo?(): Promise<boolean>;
} & PartyOptions;

/** What the calls are answered by. */
export type Services = {
  readonly venue: Venue;
  readonly market: Market;
  readonly webhooks: Webhooks;
  readonly keys: Keys;
  readonly sessions: Sessions;
  readonly usage: Usage;
  readonly people: People;
  readonly audits: Audits;
  readonly faucet: Faucet;
  readonly imports: AccountImport;
  readonly images: Images;
  readonly brand: Brand;
  readonly ordersPause: OrdersPause;
};

/** The same for every question. */
export type Served = Services & {
  readonly status: () => Promise<Status>;
  readonly about: About;
  readonly orderRoom: OrderRoom;
};

export type Asked<Input = never> = Served & {
  /** Valid by the schema of the call. */
  readonly input: Input;
  /** Of a call that `anyone` may make, the caller is not used. */
  readonly caller: Caller;
  /** For what it takes beyond what its price includes. */
  readonly charge: Charge;
  /** Then the venue finds routes and fills by the pools as the items before it leave them. */
  readonly isInBulk?: true;
};

/** A plain command, how a swap finds its way, and whatever its answer needs. */
type Read = { readonly command: Command; readonly routing?: Routing };

type ChangeParts<D extends Declaration, R extends Read> = {
  /** From the request to the command; looks things up, but changes nothing. */
  read(asked: Asked<InputOf<D>>): Promise<R>;
  /** From what was done to `data`. */
  answer(done: Completed<R['command']>, read: R, since?: unknown): Exact<OutputOf<D>>;
  /** What has become of it by now, of each that was done; it never fails, since they were done. */
  since?(done: readonly Completed<R['command']>[], asked: Served): Promise<readonly unknown[]>;
  /** Why it was not done, where more can be told than the venue says. */
  explain?(error: unknown, asked: Served): Promise<unknown>;
};

export type Change = Declaration & {
  read(asked: Asked): Promise<Read>;
  answer(done: Completed, read: Read, since?: unknown): object;
  since?(done: readonly Completed[], asked: Served): Promise<readonly unknown[]>;
  explain?(error: unknown, asked: Served): Promise<unknown>;
};

export type Question = Declaration & {
  ask(asked: Asked): Promise<object>;
  /** Asked by many in the same words, and dear enough that remembering the answer pays. */
  readonly isOftenRepeated?: boolean;
  /** Everything that matches, of a list that can be had as a file. */
  pages?(asked: Asked): AsyncIterable<readonly object[]>;
};

/** Many changes in one request. */
export type Bulk = Declaration & {
  /** What may be its items, by name. */
  readonly carried: ReadonlyMap<string, Change>;
};

/** What a browser sends beside its question: the token of its session, if any, where it comes from, and which host and port it asked. */
export type Visit = {
  readonly token: string | undefined;
  readonly ip: string;
  readonly agent: string;
  readonly host: string;
  /** The port of this server at which it arrived. */
  readonly port: number | undefined;
};

/** Signs a browser in or out, or is a step on the way there. */
export type SessionChange = Declaration & {
  change(asked: Asked, visit: Visit): Promise<ChangedSession>;
};

type ChangedSession<Data = object> = {
  readonly data: Data;
  /** What the browser goes by from now on; null for nothing any more, absent where that stays as it is. */
  readonly begun?: Begun | null;
  /** Who signed in or out, for the log; absent where nobody did. */
  readonly about?: { readonly account: string; readonly keyId: string };
  /** Why a session could not be begun or ended, for the log, if the rest was done all the same. */
  readonly failure?: unknown;
};

export type Call = Change | Question | Bulk | SessionChange;

/** Checks the parts of a call against its declaration and forgets their exact types, so that calls can stand in one list. */
export const changeOf = <D extends Declaration, R extends Read>(declaration: D, parts: ChangeParts<D, R>): Change =>
  ({ ...declaration, ...parts }) as unknown as Change;

export const questionOf = <D extends Declaration>(
  declaration: D,
  ask: (asked: Asked<InputOf<D>>) => Promise<Exact<OutputOf<D>>>,
  options: Pick<Question, 'isOftenRepeated'> & {
    readonly pages?: (asked: Asked<InputOf<D>>) => AsyncIterable<readonly object[]>;
  } = {},
): Question => ({ ...declaration, ...options, ask }) as unknown as Question;

export const sessionChangeOf = <D extends Declaration>(
  declaration: D,
  change: (asked: Asked<InputOf<D>>, visit: Visit) => Promise<ChangedSession<Exact<OutputOf<D>>>>,
): SessionChange => ({ ...declaration, change }) as unknown as SessionChange;
