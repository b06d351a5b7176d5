// What the document says of failures: by call and status, with the codes that the header Error-Code then has.
import type { Declaration } from '../../contract/call.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { failuresOf, STATUSES } from '../../contract/failures.ts';
import { FAULTS } from '../../contract/records.ts';
import { refTo } from './openapi-schemas.ts';

export const json = (schema: object, example?: unknown): { readonly content: object } => ({
  content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
});

const errorCode = (codes: readonly string[]): object => ({
  description: 'Stable error code for programs.',
  required: true,
  schema: { type: 'string', enum: codes },
});

export const failureHeaders = {
  'Error-Code': errorCode(Object.keys(STATUSES)),
  'Retry-After': { description: 'Seconds to wait before retrying.', schema: { type: 'integer', examples: [1] } },
  'Reason-Code': {
    description: 'With `settlement_failed` on TON: why it failed, in one word.',
    schema: { type: 'string', enum: FAULTS },
  },
};

const reasonCode = { 'Reason-Code': { $ref: '#/components/headers/Reason-Code' } };
const retryAfter = { 'Retry-After': { $ref: '#/components/headers/Retry-After' } };

export function failureResponses(call: Declaration): object {
  const byStatus = Object.groupBy(failuresOf(call), (code) => STATUSES[code]);
  const responses = Object.entries(byStatus).map(([status, codes = []]) => [status, failureOf(Number(status), codes)]);
  const rest = {
    description: 'Any other failure.',
    headers: { 'Error-Code': { $ref: '#/components/headers/Error-Code' } },
    ...json(refTo('Failure')),
  };
  return { ...Object.fromEntries(responses), default: rest };
}

const failureOf = (status: number, codes: readonly ErrorCode[]): object => ({
  description: codes.map((code) => `\`${code}\``).join(', '),
  headers: {
    'Error-Code': errorCode(codes),
    ...([429, 503].includes(status) && retryAfter),
    ...(codes.includes('settlement_failed') && reasonCode),
  },
  ...json(refTo('Failure')),
});
