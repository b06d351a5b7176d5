// The stack of a get-method in toncenter's format, written for requests and parsed from answers.
import { Cell, type TupleItem } from '@ton/core';

export type StackEntry = readonly [type: string, value: unknown];

export function writeItem(item: TupleItem): StackEntry {
  switch (item.type) {
    case 'int':
      return ['num', item.value.toString()];
    case 'cell':
      return ['tvm.Cell', item.cell.toBoc().toString('base64')];
    case 'slice':
      return ['tvm.Slice', item.cell.toBoc().toString('base64')];
    default:
      throw new Error(`A get-method is not asked with a ${item.type}`);
  }
}

/** Throws if the form is unexpected. */
export function readStack(stack: unknown): TupleItem[] {
  if (!Array.isArray(stack)) throw new Error('the stack is not a list');
  return stack.map((entry) => {
    if (!Array.isArray(entry)) throw new Error('an entry of the stack is not a list');
    return readItem(String(entry[0]), entry[1]);
  });
}

function readItem(type: string, value: unknown): TupleItem {
  switch (type) {
    case 'num':
      return { type: 'int', value: integer(value) };
    case 'cell':
    case 'slice':
    case 'builder':
      return { type: 'cell', cell: cellOf(value) };
    case 'null':
      return { type: 'null' };
    case 'list':
    case 'tuple':
      return list(value);
    default:
      throw new Error(`the stack has an entry of the type ${type}`);
  }
}

/** Toncenter writes null as an empty list; the contracts return no other lists. */
function list(value: unknown): TupleItem {
  const { elements } = (value ?? {}) as { readonly elements?: unknown };
  if (!Array.isArray(elements) || elements.length > 0) throw new Error('the stack has a list');
  return { type: 'null' };
}

const INTEGER = /^(-?)(0x[0-9a-f]+|\d+)$/i;

function integer(value: unknown): bigint {
  const [, sign, digits] = INTEGER.exec(String(value)) ?? [];
  if (digits === undefined) throw new Error('the stack has a number that is none');
  return sign === '-' ? -BigInt(digits) : BigInt(digits);
}

function cellOf(value: unknown): Cell {
  const { bytes } = (value ?? {}) as { readonly bytes?: unknown };
  if (typeof bytes !== 'string') throw new Error('the stack has a cell without bytes');
  return Cell.fromBase64(bytes);
}
