// The declaration of a call: name, permission, input, output and errors.
import type { Static, TObject, TSchema } from 'typebox';
import type { ErrorCode } from './errors.ts';

/** `anyone` needs no key; `trader` acts for an account; `operator` runs the exchange. */
export type Who = 'anyone' | 'trader' | 'operator';

/** The venue on which an exchange settles: its own ledger, or TON. */
export type VenueKind = 'ledger' | 'ton';

/** A key can be restricted to some of these. */
export const SCOPES = ['read', 'trade', 'liquidity', 'send'] as const;
export type Scope = (typeof SCOPES)[number];

/**
 * The requirement on a restricted key: nothing; a scope; for a bulk, what its items require; `all`: neither scopes nor a daily
 * limit, but it may be restricted to addresses; `unrestricted`, since the effect would outlast or exceed the key.
 */
export type Needed = 'nothing' | Scope | 'items' | 'all' | 'unrestricted';

export type Declaration<Input extends TObject = TObject, Output extends TSchema = TSchema> = {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly who: Who;
  /** Changes state: takes an Idempotency-Key and is protected against cross-site requests. */
  readonly changes: boolean;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** Query of a GET, body of a POST. */
  readonly input: Input;
  /** A POST that also accepts its input in the query. */
  readonly queryForBody?: boolean;
  /** Schema of `data`, or of the whole answer if `bare` is set. */
  readonly output: Output;
  readonly bare?: boolean;
  /** Schema of one item, for lists that can be downloaded with the parameter `format`. */
  readonly exported?: TObject;
  /** Streams events without end; `output` is the schema of one event. */
  readonly streams?: boolean;
  /** Changes state outside the journal, where idempotency keys are not stored. */
  readonly takesNoKey?: boolean;
  /** The largest body it accepts, if larger than the setting BODY_LIMIT. */
  readonly bodyLimitBytes?: number;
  /** Aliases: exactly one of these fields must be sent. */
  readonly oneOf?: readonly string[];
  /** For a change: what it requires of a restricted key. Without it, no restricted key may make the change. */
  readonly scope?: Exclude<Scope, 'read'> | 'all';
  /** Gives access that outlasts a session: a browser needs a sign-in by passkey or key within the last minutes. */
  readonly needsProof?: true;
  /** Calls that a bulk may contain, each with its own result. */
  readonly carries?: readonly Declaration[];
  /** The only kind of venue that has it; on the other it is always refused. */
  readonly venue?: VenueKind;
  /** The answer is derived from the journal in the background, so it may have to wait. */
  readonly counted?: boolean;
  /** Errors it may return in addition to those that follow from its input. */
  readonly refusals?: readonly ErrorCode[];
  /** Rate-limit weight, in quotes; the items of a page are added. Default 1. */
  readonly weight?: number;
};

export type InputOf<D extends Declaration> = Static<D['input']>;
export type OutputOf<D extends Declaration> = Static<D['output']>;

/** Public data needs no scope; nobody is signed in yet when signing in. */
export function neededFor({ who, changes, carries, scope }: Omit<Declaration, 'input' | 'output'>): Needed {
  if (who === 'anyone') return 'nothing';
  if (!changes) return 'read';
  return carries ? 'items' : (scope ?? 'unrestricted');
}

export const takesKey = ({ changes, takesNoKey }: Pick<Declaration, 'changes' | 'takesNoKey'>): boolean =>
  changes && !takesNoKey;

/** Keeps the exact types of a declaration, so that callers and handlers can derive theirs. */
export const declareCall = <Input extends TObject, Output extends TSchema>(
  declaration: Declaration<Input, Output>,
): Declaration<Input, Output> => declaration;

/** A query is a GET that changes nothing. */
export const declareQuery = <Input extends TObject, Output extends TSchema>(
  declaration: Omit<Declaration<Input, Output>, 'method' | 'changes'>,
): Declaration<Input, Output> => ({ ...declaration, method: 'GET', changes: false });
