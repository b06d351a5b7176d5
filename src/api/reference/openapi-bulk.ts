// Describes the items of a bulk in the OpenAPI document; each is validated by its call, not by the schema of the bulk.
import type { TSchema } from 'typebox';
import { BulkItem } from '../../contract/bulk.ts';
import type { Declaration } from '../../contract/call.ts';
import { nameOf, refTo, shown } from './openapi-schemas.ts';

export const itemsOf = (calls: readonly Declaration[], items: TSchema | undefined): object => ({
  ...items,
  items: { oneOf: calls.map(itemOf) },
});

const itemOf = (call: Declaration): object => {
  const { name } = call;
  return {
    type: 'object',
    title: name,
    required: ['call', 'body'],
    properties: {
      call: { type: 'string', enum: [name], description: 'The call.' },
      body: { ...refTo(nameOf(call, 'Request')), description: 'Its body.' },
      idempotencyKey: shown(BulkItem.properties.idempotencyKey),
    },
    additionalProperties: false,
  };
};
