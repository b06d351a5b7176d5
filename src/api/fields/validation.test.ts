// Schemas are compiled on first use, so this test checks that every one can be.
import { expect, test } from 'vitest';
import { CALLS } from '../calls.ts';
import { schemaOf } from '../reference/openapi.ts';
import { compile } from './validation.ts';

const PARTS = ['body', 'querystring', 'headers'] as const;

const parts = [...CALLS].flatMap((call) => {
  const schemas = schemaOf(call);
  return PARTS.filter((part) => schemas[part] !== undefined).map((part) => ({
    name: `${call.method} ${call.name}`,
    part,
    schema: schemas[part],
  }));
});

test.each(parts)('$name: the schema of its $part can be compiled', ({ schema }) => {
  const validate = compile(schema as object);
  expect(validate([])).toBe(false);
  expect(validate.errors).not.toHaveLength(0);
});
