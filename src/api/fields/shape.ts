// Parses and prints the curve of a pool.
import type { Static } from 'typebox';
import type { DecimalInput } from '../../contract/fields.ts';
import type { Shape as ShapeRecord } from '../../contract/listing.ts';
import type { CurveName, Shape, ShapeFields } from '../../core/curves/curves.ts';
import { MAX_AMPLIFICATION } from '../../core/curves/stable.ts';
import { parseDecimal } from '../../core/maths/decimal.ts';
import { ApiError } from '../errors.ts';
import type { ExactJson } from '../json/exact-json.ts';
import { inputText } from './read-fields.ts';

type Given = { readonly curve?: CurveName; readonly amplification?: DecimalInput };

export function readShape({ curve, amplification }: Given): ShapeFields {
  if (curve === 'stable') return { curve, amplification: readAmplification(amplification) };
  if (amplification === undefined) return {};
  throw new ApiError('invalid_request', 'amplification is only for pools with a stable curve.');
}

function readAmplification(input: DecimalInput | undefined): bigint {
  const value = input === undefined ? 0n : parseDecimal(inputText(input), 0, MAX_AMPLIFICATION);
  if (typeof value === 'bigint' && value > 0n) return value;
  throw new ApiError(
    'invalid_request',
    `A stable pool needs an amplification: a whole number from 1 to ${MAX_AMPLIFICATION}.`,
  );
}

export const shapeRecord = ({
  curve,
  amplification,
}: Shape): ExactJson<{ [Name in keyof typeof ShapeRecord]: Static<(typeof ShapeRecord)[Name]> }> => ({
  curve,
  amplification: amplification === null ? null : Number(amplification),
});
