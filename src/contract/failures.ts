// Which failures a call may answer with: some all calls share, some follow from what it takes, and the rest it declares.
import type { TSchema } from 'typebox';
import type { Declaration } from './call.ts';
import { type ErrorCode, FAILURES, REFUSALS } from './errors.ts';

/** Every code, with its status. */
export const STATUSES: Readonly<Record<ErrorCode, number>> = { ...FAILURES, ...REFUSALS };

const ALWAYS: readonly ErrorCode[] = [
  'invalid_request',
  'unauthorized',
  'host_not_allowed',
  'rate_limited',
  'internal_error',
  'transaction_unreadable',
  'overloaded',
  'storage_busy',
  'storage_unavailable',
];

/** What is wrong before it is known which call is meant, or because of how it was sent, is left out. */
export function failuresOf({
  method,
  who,
  changes,
  takesNoKey,
  carries,
  counted,
  input,
  refusals = [],
}: Declaration): readonly ErrorCode[] {
  const names = new Set(namesIn(input));
  const has = (...all: string[]) => all.every((name) => names.has(name));
  const isPair = has('tokenA', 'tokenB') || has('jetton0', 'jetton1');
  const when = (holds: boolean, ...codes: ErrorCode[]) => (holds ? codes : []);
  return [
    ...ALWAYS,
    ...when(method === 'POST', 'invalid_json'),
    // A trader who names an account names another's.
    ...when(who === 'operator' || (who === 'trader' && has('account')), 'forbidden'),
    ...when(changes, 'cross_site'),
    ...when(changes && who !== 'anyone', 'other_account'),
    // What becomes of a change that is carried is told in its place.
    ...when(changes && !carries, 'storage_full', 'storage_lost', 'clock_ahead', 'outcome_unknown'),
    ...when(changes && !takesNoKey && !carries, 'idempotency_key_reused'),
    ...when(has('route'), 'routes_unavailable'),
    ...when(counted === true, 'catching_up', 'market_unavailable', 'market_off'),
    ...when(has(DECIMAL), 'invalid_amount'),
    ...when(isPair, 'same_token'),
    ...when(isPair || has('token'), 'unknown_token'),
    ...when(has('cursor'), 'bad_cursor'),
    ...refusals,
  ];
}

/** The keyword of a quantity, which no field is named. */
const DECIMAL = 'decimal';

function namesIn(schema: TSchema & { readonly properties?: Readonly<Record<string, TSchema>> }): readonly string[] {
  const below = Object.entries(schema.properties ?? {});
  return [...(DECIMAL in schema ? [DECIMAL] : []), ...below.flatMap(([name, field]) => [name, ...namesIn(field)])];
}
