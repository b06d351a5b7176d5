// The declaration of a call: name, permission, input, output and errors.
import type { Static, TObject, TSchema } from 'typebox';
import type { FailureName } from './errors.ts';

/** Who may make a call: `anyone`, without a key; a `trader`, for an account; an `operator`, who runs the exchange. */
export type Who = 'anyone' | 'trader' | 'operator';

/** The venue on which an exchange settles: its own ledger, or TON. */
export type VenueKind = 'ledger' | 'ton';

/** The scopes of an API key: a key can be restricted to some of these. */
export const SCOPES = ['read', 'trade', 'liquidity', 'send'] as const;
type Scope = (typeof SCOPES)[number];

/**
 * The permission that a restricted API key needs for a call: nothing; a scope; `items`: that of each item of the bulk; `all`: a key without
 * scopes or a daily limit, which may still be restricted to IP addresses; `unrestricted`: a key without any restriction, since the
 * effect of the call would outlast the key or exceed what it may do.
 */
export type Needed = 'nothing' | Scope | 'items' | 'all' | 'unrestricted';

/**
 * Whether a browser session that began more than five minutes ago must sign in again for a call: `always` if the call creates, moves or
 * takes money, gives or takes access, or changes what others trade, on which terms, or what the exchange shows them; `sometimes` if that
 * depends on the request, as the call's description says; otherwise `never`.
 */
type NeedsProof = 'always' | 'sometimes' | 'never';

/** A kind of request to a call that has several: the further fields it requires, and the fields of other kinds, which it must leave out. */
export type RequestKind = {
  readonly description: string;
  readonly required?: readonly string[];
  readonly without?: readonly string[];
};

export type Declaration<Input extends TObject = TObject, Output extends TSchema = TSchema> = {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly who: Who;
  /** The call changes state: it is protected against cross-site requests and, unless `takesNoKey` is set, takes an Idempotency-Key. */
  readonly changes: boolean;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** Schema of the query of a GET, or of the body of a POST. */
  readonly input: Input;
  /** A POST that also accepts its input in the query. */
  readonly queryForBody?: boolean;
  /** Schema of `data`, or of the whole answer if `bare` is set. */
  readonly output: Output;
  readonly bare?: boolean;
  /** Schema of one item, for lists that can be downloaded with the parameter `format`. */
  readonly exported?: TObject;
  /** The answer is a stream of events that does not end; `output` is the schema of one event. */
  readonly streams?: boolean;
  /** The call takes no Idempotency-Key: it changes state outside the journal, and these keys are stored with the journal. */
  readonly takesNoKey?: boolean;
  /** The largest body that the call accepts, if larger than 16 KiB. */
  readonly bodyLimitBytes?: number;
  /** These fields are aliases: a request must contain exactly one of them. */
  readonly oneOf?: readonly string[];
  /** The values of the field `kind`, the default first; the document shows the request of each. */
  readonly kinds?: Readonly<Record<string, RequestKind>>;
  /** For a call that changes state: what it requires of a restricted key. If absent, no restricted key may make the call. */
  readonly scope?: Exclude<Scope, 'read'> | 'all';
  /** Absent only for calls that anyone may make or that change nothing. */
  readonly needsProof?: NeedsProof;
  /** Only for a bulk: the calls that its items may make, each with its own result. */
  readonly carries?: readonly Declaration[];
  /** The only kind of venue that has this call; on the other kind it is always refused. */
  readonly venue?: VenueKind;
  /** The answer is market data, which is derived from the journal in the background: it may not be up to date yet, or be turned off. */
  readonly counted?: boolean;
  /** Errors that the call may return in addition to those that `failuresOf` derives from its declaration. */
  readonly refusals?: readonly FailureName[];
  /** How many quotes the call counts as in the rate limit; a large page or a download counts more. Default 1. */
  readonly weight?: number;
};

export type InputOf<D extends Declaration> = Static<D['input']>;
export type OutputOf<D extends Declaration> = Static<D['output']>;

/** The permission that a restricted key needs for a call. Calls for anyone need none: they return public data or serve to sign in. */
export function neededFor({ who, changes, carries, scope }: Omit<Declaration, 'input' | 'output'>): Needed {
  if (who === 'anyone') return 'nothing';
  if (!changes) return 'read';
  return carries ? 'items' : (scope ?? 'unrestricted');
}

export const takesKey = ({ changes, takesNoKey }: Pick<Declaration, 'changes' | 'takesNoKey'>): boolean =>
  changes && !takesNoKey;

/** A change for an account does not compile without saying whether a stolen session may make it. */
type SaysProof = { readonly changes: false } | { readonly who: 'anyone' } | { readonly needsProof: NeedsProof };

/** Keeps the exact types of input and output, so that callers and handlers can derive their types from the declaration. */
export const declareCall = <Input extends TObject, Output extends TSchema>(
  declaration: Declaration<Input, Output> & SaysProof,
): Declaration<Input, Output> => declaration;

/** Declares a GET that changes nothing. */
export const declareQuery = <Input extends TObject, Output extends TSchema>(
  declaration: Omit<Declaration<Input, Output>, 'method' | 'changes'>,
): Declaration<Input, Output> => ({ ...declaration, method: 'GET', changes: false });
