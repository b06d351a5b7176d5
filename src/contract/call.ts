// What a call is declared by: its name, who may make it, what it takes and what it answers.
import type { Static, TObject, TSchema } from 'typebox';
import type { ErrorCode } from './errors.ts';

/** `anyone` needs no key; `trader` acts for an account; `operator` runs the exchange. */
export type Who = 'anyone' | 'trader' | 'operator';

export type Declaration<Input extends TObject = TObject, Output extends TSchema = TSchema> = {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly who: Who;
  /** Changes state, so it takes an Idempotency-Key and is guarded against other sites' pages. */
  readonly changes: boolean;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** The query of a GET, the body of a POST. */
  readonly input: Input;
  /** A POST whose input may also come in the query. */
  readonly queryForBody?: boolean;
  /** Schema of `data`, or of the whole answer where `bare` is set. */
  readonly output: Output;
  readonly bare?: boolean;
  /** Schema of an item, of a list that can be had as a file by the parameter `format`. */
  readonly exported?: TObject;
  /** Answers without end, with one event after the other, each of which holds an output. */
  readonly streams?: boolean;
  /** Changes what is not in the journal, so that nothing is remembered under a key. */
  readonly takesNoKey?: boolean;
  /** Fields that are names for the same: one of them is to be sent. */
  readonly oneOf?: readonly string[];
  /** The calls that may be its items, each with an outcome of its own. */
  readonly carries?: readonly Declaration[];
  /** What it answers follows from the journal and is counted in the background, which may have to be waited for. */
  readonly counted?: boolean;
  /** What it may be refused for, beside what follows from its input. */
  readonly refusals?: readonly ErrorCode[];
  /** What it costs, in quotes, beside the items of a page; the limit of requests counts by it. 1 if absent. */
  readonly weight?: number;
};

export type InputOf<D extends Declaration> = Static<D['input']>;
export type OutputOf<D extends Declaration> = Static<D['output']>;

/** Keeps the exact types of a declaration, from which those who call and those who answer derive theirs. */
export const declareCall = <Input extends TObject, Output extends TSchema>(
  declaration: Declaration<Input, Output>,
): Declaration<Input, Output> => declaration;
