// Every call of the API, in the order in which they are declared.
import { DECLARATIONS } from '../contract/calls.ts';
import type { Bulk, Call, ChangeCall } from './call.ts';
import * as all from './calls/all.ts';

const { bulk, ...others } = DECLARATIONS;
type Name = keyof typeof others;

/** Does not compile if a declared call is missing. */
const IMPLEMENTED: { readonly [name in Name]: Call } = all;

const carried = new Map(bulk.carries?.map(({ name }) => [name, IMPLEMENTED[name as Name] as ChangeCall]));

export const CALLS: readonly Call[] = Object.entries(DECLARATIONS).map(([name, declaration]) =>
  declaration === bulk ? ({ ...bulk, carried } satisfies Bulk) : IMPLEMENTED[name as Name],
);
