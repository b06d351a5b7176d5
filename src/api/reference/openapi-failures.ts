// The failures of each call in the OpenAPI document: the response of its kind, whose description names the further codes of the call.
import type { Declaration } from '../../contract/call.ts';
import type { FailureName } from '../../contract/errors.ts';
import { failuresOf, OF_EVERY_CALL } from '../../contract/failures.ts';
import { refTo } from './openapi-schemas.ts';

export const json = (schema: object, example?: unknown): { readonly content: object } => ({
  content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
});

const CHANGE: readonly FailureName[] = [
  'invalid_json',
  'cross_site',
  'not_on_this_venue venue',
  'storage_broken full',
  'storage_broken lost',
  'storage_unavailable clock',
  'outcome_unknown',
];
/** The codes that all calls of a kind have beside those of every call; a call is of the first kind whose codes it has all. */
const KINDS: Readonly<Record<string, readonly FailureName[]>> = {
  ChangeFailure: [...CHANGE, 'scope_missing', 'address_not_allowed', 'other_account'],
  SignInFailure: CHANGE,
  ReadFailure: ['scope_missing', 'address_not_allowed'],
  Failure: [],
};

const STATEMENT = {
  description:
    'With `balance_not_counted`: the signed statement of it, in base64, for `verifyNotCounted` of the client package; absent if this node cannot sign.',
  schema: { type: 'string', contentEncoding: 'base64' },
};

const failure = (common: readonly FailureName[]) => ({
  description: 'Refused or failed.',
  headers: {
    'Error-Code': {
      required: true,
      description: common.length > 0 ? `Calls of this kind: ${common.join(', ')}` : 'Those of every call.',
      schema: refTo('ErrorCode'),
    },
    'Reason-Code': { schema: refTo('ReasonCode') },
    'Retry-After': {
      description: 'With 429 and 503: seconds to wait before retrying.',
      schema: { type: 'integer', examples: [1] },
    },
    'RateLimit-Limit': {
      description: 'In every answer that counted: units of one second.',
      schema: { type: 'integer', examples: [100] },
    },
    'RateLimit-Remaining': { description: 'Units that are left.', schema: { type: 'integer', examples: [99] } },
    'RateLimit-Reset': {
      description: 'Seconds until all units are there again.',
      schema: { type: 'integer', examples: [1] },
    },
    // Only getBalanceProof, a call of this kind, sends this header.
    ...(common === KINDS.ReadFailure && { 'Signed-Statement': STATEMENT }),
  },
  ...json(refTo('Failure')),
});

/** The shared responses, by name. */
export const FAILED: Readonly<Record<string, object>> = Object.fromEntries(
  Object.entries(KINDS).map(([name, common]) => [name, failure(common)]),
);

export function failureResponses(call: Declaration): object {
  const all = failuresOf(call).filter((name) => !OF_EVERY_CALL.includes(name));
  const isOf = ([, common]: readonly [string, readonly FailureName[]]) => common.every((name) => all.includes(name));
  const [kind, common] = Object.entries(KINDS).find(isOf) ?? ['Failure', []];
  const own = all.filter((name) => !common.includes(name));
  const ref = { $ref: `#/components/responses/${kind}` };
  return { default: own.length > 0 ? { ...ref, description: own.join(', ') } : ref };
}
