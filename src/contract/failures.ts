// The errors a call may return: some are common to all calls, some follow from its input, the rest it declares.
import Type, { type TSchema } from 'typebox';
import { type Declaration, neededFor } from './call.ts';
import { type ErrorCode, FAILURES, type FailureName, REASONS, REFUSALS } from './errors.ts';
import { FAULTS } from './records.ts';

/** The HTTP status of every error code. */
export const STATUSES: Readonly<Record<ErrorCode, number>> = { ...FAILURES, ...REFUSALS };

export const ReasonCodeRecord = Type.Unsafe<string>({
  type: 'string',
  enum: [...new Set([...Object.values(REASONS).flat(), ...FAULTS])],
  description: 'For some codes, what exactly: what was not found, or why settlement failed.',
});

/** The errors that every call may return. */
export const OF_EVERY_CALL: readonly FailureName[] = [
  'invalid_request',
  'unauthorized',
  'host_not_allowed',
  'rate_limited',
  'internal_error',
  'transaction_unreadable',
  'overloaded',
  'storage_unavailable busy',
  'storage_unavailable unreachable',
  // On TON alone.
  'ton_unavailable',
];

export const ErrorCodeRecord = Type.Unsafe<string>({
  type: 'string',
  enum: Object.keys(STATUSES),
  description: `Stable code for programs; a second word, in this document, is its Reason-Code. Each response names the codes of its calls. Every call: ${OF_EVERY_CALL.join(', ')}`,
  examples: ['insufficient_funds'],
});

/** The errors that a call may return, except those found before the server knows which call is meant, and those of the transport. */
export function failuresOf(call: Declaration): readonly FailureName[] {
  const { method, who, changes, takesNoKey, carries, counted, input, refusals = [] } = call;
  const fields = new Set(namesIn(input));
  const has = (...all: string[]) => all.every((name) => fields.has(name));
  const isPair = has('tokenA', 'tokenB') || has('jetton0', 'jetton1');
  const when = (holds: boolean, ...names: FailureName[]) => (holds ? names : []);
  const failures = [
    ...OF_EVERY_CALL,
    ...when(method === 'POST', 'invalid_json'),
    // A trader's request is refused if it names another account.
    ...when(who === 'operator' || (who === 'trader' && has('account')), 'forbidden'),
    ...when(neededFor(call) !== 'nothing' || has('own'), 'scope_missing'),
    ...when(!carries && (call.needsProof === 'always' || call.needsProof === 'sometimes'), 'proof_needed'),
    ...when(!changes || who !== 'anyone', 'address_not_allowed'),
    ...when(['trade', 'liquidity', 'send', 'items'].includes(neededFor(call)), 'day_limit_reached', 'price_unknown'),
    ...when(changes, 'cross_site'),
    ...when(changes && who !== 'anyone', 'other_account'),
    // A bulk does not return these errors itself: they are in the results of its items.
    ...when(
      changes && !carries,
      'storage_broken full',
      'storage_broken lost',
      'storage_unavailable clock',
      'outcome_unknown',
    ),
    ...when(changes && !takesNoKey && !carries, 'idempotency_key_reused'),
    ...when(has('route'), 'routes_unavailable'),
    ...when(counted === true, 'catching_up', 'market_unavailable'),
    ...when(counted === true || (changes && !carries), 'not_on_this_venue venue'),
    ...when(has(DECIMAL), 'invalid_amount'),
    ...when(isPair, 'same_token'),
    ...when(isPair || has('token'), 'unknown_token'),
    ...when(has('cursor'), 'bad_cursor'),
    ...refusals,
  ];
  return [...new Set(failures)];
}

/** In the list of field names, stands for any field that is a decimal number. No field has this name. */
const DECIMAL = 'decimal';

function namesIn(schema: TSchema & { readonly properties?: Readonly<Record<string, TSchema>> }): readonly string[] {
  const below = Object.entries(schema.properties ?? {});
  return [...(DECIMAL in schema ? [DECIMAL] : []), ...below.flatMap(([name, field]) => [name, ...namesIn(field)])];
}
