// One call of the API: what it is named, who may make it, what it takes and what it answers.
import type { Static, TObject, TSchema } from 'typebox';
import type { Exchange } from '../exchange/exchange.ts';
import type { Caller } from '../exchange/keys.ts';

/** `anyone` needs no key; `trader` acts for an account; `operator` runs the exchange. */
export type Who = 'anyone' | 'trader' | 'operator';

export type Context<Body, Query> = {
  readonly exchange: Exchange;
  readonly body: Body;
  readonly query: Query;
  /** Of a call that `anyone` may make, the caller is not used. */
  readonly caller: Caller;
  readonly idempotencyKey: string | undefined;
  /** Where the journal stood after the question came in, if anybody looked. */
  readonly seen: number | undefined;
};

export type Call<Body extends TObject = TObject, Query extends TObject = TObject> = {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly who: Who;
  /** Changes state, so it takes an Idempotency-Key and is guarded against other sites' pages. */
  readonly changes: boolean;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly body?: Body;
  readonly query?: Query;
  /** Schema of `data`, or of the whole answer where `bare` is set. */
  readonly answer: TSchema;
  readonly bare?: boolean;
  /** A POST whose parameters may also come in the query. */
  readonly queryForBody?: boolean;
  handle(context: Context<Static<Body>, Static<Query>>): Promise<object>;
};

/** Checks a call's parts against each other and forgets their exact types, so that calls can stand in one list. */
export const defineCall = <Body extends TObject, Query extends TObject>(call: Call<Body, Query>): Call =>
  call as unknown as Call;
