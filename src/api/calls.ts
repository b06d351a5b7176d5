// Every call of the API, in the order of its declaration.
import { DECLARATIONS } from '../contract/calls.ts';
import type { Call } from './call.ts';
import * as all from './calls/all.ts';

type Name = keyof typeof DECLARATIONS;

/** Does not compile if a declared call is missing. */
const IMPLEMENTED: { readonly [name in Name]: Call } = all;

export const CALLS: readonly Call[] = (Object.keys(DECLARATIONS) as Name[]).map((name) => IMPLEMENTED[name]);
