// The types of a call. A question only reads; a change becomes a command for the venue, and the receipt of the command becomes the answer.

import type { CancelAfter } from '../access/cancel-after.ts';
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
import type { LiabilitiesQueries } from '../ports/liabilities.ts';
import type { Market } from '../ports/market.ts';
import type { PublicLog } from '../ports/public-log.ts';
import type { QuoteChoice } from '../ports/venue/listing.ts';
import type { Completed, Routing } from '../ports/venue/trading.ts';
import type { Venue } from '../ports/venue.ts';
import type { Webhooks } from '../ports/webhooks.ts';
import type { AuthMode } from './door/caller.ts';
import type { Charge } from './door/charge.ts';
import type { PartyOptions } from './door/relying-party.ts';
import type { ApiError } from './errors.ts';
import type { ExactJson } from './json/exact-json.ts';
import type { MetricsStatus } from './metrics/status.ts';
import type { OrderRoom } from './order-room.ts';

/** Settings of this server that callers may see. */
type About = {
  readonly auth: AuthMode;
  /** 0 for no limit. */
  readonly rateLimitPerSecond: number;
  /** 0 for no limit; operators have none. */
  readonly changesPerDay: number;
  readonly bodyLimitBytes: number;
  readonly requestTimeoutMs: number;
  /** Largest price impact of a swap whose request sets no limit of its own. */
  readonly maxPriceImpactPpm: Ppm;
  /** Template of a link to a transaction in a block explorer: a URL that contains `{hash}`. */
  readonly explorer?: string | null;
  /** The first token registered if absent. */
  readonly quote?: QuoteChoice;
  /** True for a demo exchange; absent if it can never be one. */
  isDemo?(): Promise<boolean>;
} & PartyOptions;

/** The services that the calls use. */
export type Services = {
  readonly venue: Venue;
  readonly market: Market;
  readonly webhooks: Webhooks;
  readonly log: PublicLog;
  readonly liabilities: LiabilitiesQueries;
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
  readonly cancelAfter: Pick<CancelAfter, 'set' | 'cancelsAtMs'>;
};

/** The services and settings of a call that are the same for every request. */
export type CallServices = Services & {
  readonly status: () => Promise<MetricsStatus>;
  readonly about: About;
  readonly orderRoom: OrderRoom;
};

export type CallContext<Input = never> = CallServices & {
  /** Validated against the schema of the call. */
  readonly input: Input;
  /** If anyone may make the call, the account may be empty: the request then has neither a key nor a session. */
  readonly caller: Caller;
  /** Charges the caller for rows and search time beyond the price of the call. */
  readonly charge: Charge;
  /** Set for an item of a bulk: the venue then routes and fills on the pools as earlier items of the bulk leave them. */
  readonly isInBulk?: true;
};

/** The result of `read`: a command, how its swap is routed, and further values that the answer needs. */
type Read = { readonly command: Command; readonly routing?: Routing };

type ChangeParts<D extends Declaration, R extends Read> = {
  /** Turns the request into a command; may read, but changes nothing. */
  read(context: CallContext<InputOf<D>>): Promise<R>;
  /** Turns the receipt of the executed command into the `data` of the answer. */
  answer(done: Completed<R['command']>, read: R, since?: unknown): ExactJson<OutputOf<D>>;
  /** Reads what happened to each completed command since, such as the fill of an order; must not throw: the commands are committed. */
  since?(done: readonly Completed<R['command']>[], context: CallServices): Promise<readonly unknown[]>;
  /** Replaces the venue's error by a more helpful one. */
  explain?(error: unknown, context: CallServices): Promise<unknown>;
  /** The answer if the command was refused because there was nothing to do. */
  nothingToDo?(error: unknown): ExactJson<OutputOf<D>> | undefined;
};

export type ChangeCall = Declaration & {
  read(context: CallContext): Promise<Read>;
  answer(done: Completed, read: Read, since?: unknown): object;
  since?(done: readonly Completed[], context: CallServices): Promise<readonly unknown[]>;
  explain?(error: unknown, context: CallServices): Promise<unknown>;
  nothingToDo?(error: unknown): object | undefined;
};

export type QuestionCall = Declaration & {
  ask(context: CallContext): Promise<object>;
  /** True to cache the answers: for a question that is asked often with the same parameters and is costly to answer. */
  readonly isOftenRepeated?: boolean;
  /** All matches, page by page, for a list that can be exported as a file. */
  pages?(context: CallContext): AsyncIterable<readonly object[]>;
  /** The headings of a CSV file whose columns are about two tokens, by column; others keep the name of the field. */
  headings?(context: CallContext): Promise<Headings>;
};

type Headings = Readonly<Record<string, string>>;

export type Bulk = Declaration & {
  /** The calls that may be items, by name. */
  readonly carried: ReadonlyMap<string, ChangeCall>;
};

/** The parts of a browser's request that sign-in needs: session token, address, user agent, host and port. */
export type Visit = {
  readonly token: string | undefined;
  readonly ip: string;
  readonly agent: string;
  readonly host: string;
  /** The port of this server at which the request arrived. */
  readonly port: number | undefined;
  /** Refuses to sign in as another account than the one in Expect-Account. */
  refusalOfOther(owner: Pick<Caller, 'account'>): ApiError | undefined;
};

/** A call that signs a browser in or out, or is one step of that. */
export type SessionChange = Declaration & {
  change(context: CallContext, visit: Visit): Promise<ChangedSession>;
};

type ChangedSession<Data = object> = {
  readonly data: Data;
  /** The browser's new session; null ends it, absent leaves it as it is. */
  readonly begun?: Begun | null;
  /** The account that signed in or out, for the log. */
  readonly about?: { readonly account: string; readonly keyId: string };
  /** For the log, if the call succeeded, but the browser's session could not be started or ended: the error. */
  readonly failure?: unknown;
};

export type Call = ChangeCall | QuestionCall | Bulk | SessionChange;

/** Checks the parts of a call against its declaration, then erases their exact types so that all calls fit in one list. */
export const changeOf = <D extends Declaration, R extends Read>(declaration: D, parts: ChangeParts<D, R>): ChangeCall =>
  ({ ...declaration, ...parts }) as unknown as ChangeCall;

export const questionOf = <D extends Declaration>(
  declaration: D,
  ask: (context: CallContext<InputOf<D>>) => Promise<ExactJson<OutputOf<D>>>,
  options: Pick<QuestionCall, 'isOftenRepeated'> & {
    readonly pages?: (context: CallContext<InputOf<D>>) => AsyncIterable<readonly object[]>;
    readonly headings?: (context: CallContext<InputOf<D>>) => Promise<Headings>;
  } = {},
): QuestionCall => ({ ...declaration, ...options, ask }) as unknown as QuestionCall;

export const sessionChangeOf = <D extends Declaration>(
  declaration: D,
  change: (context: CallContext<InputOf<D>>, visit: Visit) => Promise<ChangedSession<ExactJson<OutputOf<D>>>>,
): SessionChange => ({ ...declaration, change }) as unknown as SessionChange;
