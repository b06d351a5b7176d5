// The failures of each call in the OpenAPI document: by status, with the possible values of the header Error-Code.
import type { Declaration } from '../../contract/call.ts';
import type { FailureName } from '../../contract/errors.ts';
import { codeOf, failuresOf, STATUSES } from '../../contract/failures.ts';
import { FAULTS } from '../../contract/records.ts';
import { refTo } from './openapi-schemas.ts';
import type { SharedParts } from './shared-parts.ts';

export const json = (schema: object, example?: unknown): { readonly content: object } => ({
  content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
});

const errorCode = (codes: readonly string[]): object => ({
  required: true,
  schema: { type: 'string', enum: codes },
});

/** All codes, for failures that a call does not list. */
const anyErrorCode = errorCode(Object.keys(STATUSES));
const retryAfter = { description: 'Seconds to wait before retrying.', schema: { type: 'integer', examples: [1] } };
const reasonCode = (reasons: readonly string[]): object => ({
  schema: { type: 'string', enum: reasons },
});
const signedStatement = {
  description:
    'With `balance_not_counted`: the signed statement that the list does not count the account, in base64. `verifyNotCounted` of the client package checks it. Absent if this node signs nothing at the moment.',
  schema: { type: 'string', contentEncoding: 'base64' },
};

export function failureResponses(call: Declaration, shared: SharedParts): object {
  const byStatus = Object.groupBy(failuresOf(call), (name) => STATUSES[codeOf(name)]);
  const responses = Object.entries(byStatus).map(([status, names = []]) => [
    status,
    shared.refTo('responses', `Failure${status}`, failureOf(Number(status), names, shared)),
  ]);
  const rest = {
    description: 'Any other failure.',
    headers: { 'Error-Code': shared.refTo('headers', 'Error-Code', anyErrorCode) },
    ...json(refTo('Failure')),
  };
  return { ...Object.fromEntries(responses), default: shared.refTo('responses', 'Failure', rest) };
}

function failureOf(status: number, names: readonly FailureName[], shared: SharedParts): object {
  const reasons = new Set(names.flatMap((name) => (name === 'settlement_failed' ? FAULTS : name.split(' ').slice(1))));
  return {
    description: 'Refused or failed, as `Error-Code` says.',
    headers: {
      'Error-Code': errorCode([...new Set(names.map(codeOf))]),
      ...([429, 503].includes(status) && { 'Retry-After': shared.refTo('headers', 'Retry-After', retryAfter) }),
      ...(names.includes('balance_not_counted') && {
        'Signed-Statement': shared.refTo('headers', 'Signed-Statement', signedStatement),
      }),
      ...(reasons.size > 0 && { 'Reason-Code': reasonCode([...reasons]) }),
    },
    ...json(refTo('Failure')),
  };
}
