// The failures of each call in the OpenAPI document: one shared response, whose description names the codes of the call.
import type { Declaration } from '../../contract/call.ts';
import { codeOf, failuresOf, OF_EVERY_CALL, STATUSES } from '../../contract/failures.ts';
import { refTo } from './openapi-schemas.ts';

export const json = (schema: object, example?: unknown): { readonly content: object } => ({
  content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
});

const quoted = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

export const FAILURE = {
  description: 'Refused or failed, as `Error-Code` says.',
  headers: {
    'Error-Code': {
      required: true,
      description: `Every call may fail with ${quoted(OF_EVERY_CALL)}; the other codes are listed with each call. A second word is the Reason-Code.`,
      schema: refTo('ErrorCode'),
    },
    'Reason-Code': { schema: refTo('ReasonCode') },
    'Retry-After': {
      description: 'With 429 and 503: seconds to wait before retrying.',
      schema: { type: 'integer', examples: [1] },
    },
    'Signed-Statement': {
      description:
        'With `balance_not_counted`: the signed statement that the list does not count the account, in base64. `verifyNotCounted` of the client package checks it. Absent if this node signs nothing at the moment.',
      schema: { type: 'string', contentEncoding: 'base64' },
    },
  },
  ...json(refTo('Failure')),
};

export function failureResponses(call: Declaration): object {
  const own = failuresOf(call).filter((name) => !OF_EVERY_CALL.includes(name));
  const responseFrom = (lowest: number) => {
    const names = own.filter((name) => Math.floor(STATUSES[codeOf(name)] / 100) === lowest / 100);
    const ref = { $ref: '#/components/responses/Failure' };
    return names.length > 0 ? { ...ref, description: quoted(names) } : ref;
  };
  return { '4XX': responseFrom(400), '5XX': responseFrom(500) };
}
