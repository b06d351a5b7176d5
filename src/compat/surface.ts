// A surface: the API of another product, served as a table of routes. Each route asks calls of this exchange and shapes their answers.
import type { Static, TObject } from 'typebox';
import type { InputOf, OutputOf } from '../contract/call.ts';
import type { DECLARATIONS } from '../contract/calls.ts';

type Calls = typeof DECLARATIONS;

/** Decimals arrive as text with every digit, counts as numbers. */
type Figure = string | number;

type WithFigures<Value> = Value extends number
  ? Figure
  : Value extends object
    ? { readonly [Member in keyof Value]: WithFigures<Value[Member]> }
    : Value;

export type Answer<Name extends keyof Calls> = WithFigures<OutputOf<Calls[Name]>>;

/** Asks a call that changes nothing. Throws if the exchange refuses, and the caller of the surface gets that error. */
export type Ask = <Name extends keyof Calls>(call: Name, input: InputOf<Calls[Name]>) => Promise<Answer<Name>>;

export type RouterContracts = { readonly version: 1 | 2; readonly pton: string };

/** What only an exchange on TON has. */
type OnChain = {
  readonly contracts: RouterContracts;
  /** Asks as the owner of a wallet, whose balances everybody can see on a chain; undefined if that is not the address of a wallet. */
  asOwner(address: string): Ask | undefined;
  /** The owner's wallet of a jetton; null if there is no such jetton. */
  jettonWallet(jetton: string, owner: string): Promise<string | null>;
};

/** The exchange as one request of a surface sees it. */
export type Exchange = {
  /** Absent on the ledger. */
  readonly chain?: OnChain | undefined;
  /** The account of the caller; empty for a caller without a key. */
  readonly account: string;
  /** Asks with the rights of the caller, who pays what the call weighs. */
  readonly ask: Ask;
  /** Public data, read at most once a second for all callers together by somebody without a key. `name` is its name within the surface. */
  shared<Value>(name: string, read: (ask: Ask) => Promise<Value>): Promise<Value>;
};

export type Route<Input extends TObject = TObject, Asked = unknown> = {
  readonly method: 'GET' | 'POST';
  /** Names parameters in braces: `/v1/pools/{pool}`. */
  readonly path: string;
  /** The schema of all parameters: those of the path, of the query and of a JSON body. Others are ignored. */
  readonly input: Input;
  /** What the request costs beside the calls that it makes; nothing if absent. */
  readonly weight?: number;
  /** The answer is a public list that depends on no parameter: it is made for all callers at once, and has an ETag. */
  readonly isSharedList?: true;
  ask(exchange: Exchange, input: Static<Input>): Promise<Asked>;
  /** Text is sent as it is, everything else as JSON. */
  shape(asked: Asked, input: Static<Input>): unknown;
};

export type Surface = {
  readonly routes: readonly Route[];
  /** The body of an error. */
  failure(failure: { readonly code: string; readonly message: string }): object;
};

/** Checks the parts of a route against each other, then erases their exact types so that all routes fit in one list. */
export const route = <Input extends TObject, Asked>(parts: Route<Input, Asked>): Route => parts as unknown as Route;

/** A refusal by the surface itself; those of the exchange pass through it unchanged. */
export class SurfaceRefusal extends Error {
  override name = 'SurfaceRefusal';
  readonly code: 'invalid_request' | 'not_found';
  constructor(code: SurfaceRefusal['code'], message: string) {
    super(message);
    this.code = code;
  }
}
