// The stack of a get-method in toncenter's format.
import type { Cell, TupleItem } from '@ton/core';
import { Refusal } from './answer.ts';
import { cellOf, fail } from './params.ts';

type Entry = readonly [type: string, value: unknown];

export const writeStack = (stack: readonly TupleItem[]): readonly Entry[] => stack.map(writeItem);

function writeItem(item: TupleItem): Entry {
  switch (item.type) {
    case 'int':
      return ['num', hex(item.value)];
    case 'nan':
      return ['num', 'NaN'];
    case 'null':
      return ['list', { '@type': 'tvm.list', elements: [] }];
    case 'tuple':
      return ['tuple', { '@type': 'tvm.tuple', elements: item.items.map(writeElement) }];
    default:
      return ['cell', { bytes: base64(item.cell) }];
  }
}

/** The format of runGetMethodStd, and of tuples in both methods. */
export const writeTypedStack = (stack: readonly TupleItem[]): readonly object[] => stack.map(writeElement);

function writeElement(item: TupleItem): object {
  switch (item.type) {
    case 'int':
      return named('Number', 'number', { '@type': 'tvm.numberDecimal', number: item.value.toString() });
    case 'nan':
      return named('Number', 'number', { '@type': 'tvm.numberDecimal', number: 'NaN' });
    case 'null':
      return named('List', 'list', { '@type': 'tvm.list', elements: [] });
    case 'tuple':
      return named('Tuple', 'tuple', { '@type': 'tvm.tuple', elements: item.items.map(writeElement) });
    case 'slice':
      return named('Slice', 'slice', { '@type': 'tvm.slice', bytes: base64(item.cell) });
    default:
      return named('Cell', 'cell', { '@type': 'tvm.cell', bytes: base64(item.cell) });
  }
}

const named = (type: string, field: string, value: object) => ({ '@type': `tvm.stackEntry${type}`, [field]: value });
const hex = (value: bigint): string => (value < 0n ? `-0x${(-value).toString(16)}` : `0x${value.toString(16)}`);
const base64 = (cell: Cell): string => cell.toBoc().toString('base64');

export function readStack(given: unknown): readonly TupleItem[] {
  if (given === undefined || given === null) return [];
  return Array.isArray(given) ? given.map(readItem) : fail(new Refusal(422, 'stack: must be a list'));
}

function readItem(entry: unknown): TupleItem {
  if (!Array.isArray(entry) || entry.length !== 2) throw new Refusal(422, 'stack: each entry must be [type, value]');
  const [type, value] = entry as [unknown, unknown];
  switch (type) {
    case 'num':
    case 'number':
    case 'int':
      return { type: 'int', value: integer(value) };
    case 'cell':
    case 'tvm.Cell':
      return { type: 'cell', cell: cellIn(value) };
    case 'slice':
    case 'tvm.Slice':
      return { type: 'slice', cell: cellIn(value) };
    case 'builder':
    case 'tvm.Builder':
      return { type: 'builder', cell: cellIn(value) };
    case 'null':
      return { type: 'null' };
    default:
      throw new Refusal(422, `stack: type ${JSON.stringify(type)} is not known`);
  }
}

/** The most nested elements: deeper stacks, from about 260 on, overflow the emulator's own stack. */
const MOST_DEPTH = 200;

/** Parses the stack of runGetMethodStd. */
export function readTypedStack(given: unknown): readonly TupleItem[] {
  return given === undefined || given === null ? [] : readElements(given, 0);
}

function readElement(entry: unknown, depth: number): TupleItem {
  const typed = fieldsOf(entry);
  switch (typed['@type']) {
    case 'tvm.stackEntryNumber':
      return { type: 'int', value: integer(fieldsOf(typed.number).number) };
    case 'tvm.stackEntryCell':
      return { type: 'cell', cell: cellIn(typed.cell) };
    case 'tvm.stackEntrySlice':
      return { type: 'slice', cell: cellIn(typed.slice) };
    case 'tvm.stackEntryTuple':
      return { type: 'tuple', items: readElements(fieldsOf(typed.tuple).elements, depth) };
    case 'tvm.stackEntryList':
      // A list is a pair of its first element and the rest; null if it is empty.
      return readElements(fieldsOf(typed.list).elements, depth).reduceRight<TupleItem>(
        (rest, first) => ({ type: 'tuple', items: [first, rest] }),
        { type: 'null' },
      );
    default:
      throw new Refusal(422, `stack: @type ${JSON.stringify(typed['@type'])} is not known`);
  }
}

function readElements(given: unknown, depth: number): TupleItem[] {
  if (!Array.isArray(given)) throw new Refusal(422, 'stack: must be a list, as must be the elements of a tuple');
  const below = depth + given.length;
  if (below > MOST_DEPTH) throw new Refusal(422, `stack: must be at most ${MOST_DEPTH} elements deep and long`);
  return given.map((element) => readElement(element, below));
}

const fieldsOf = (given: unknown): Readonly<Record<string, unknown>> =>
  typeof given === 'object' && given !== null && !Array.isArray(given)
    ? (given as Record<string, unknown>)
    : fail(new Refusal(422, 'stack: each entry must be an object with @type'));

const INTEGER = /^(?<sign>-?)(?<digits>0x[0-9a-f]{1,65}|\d{1,78})$/i;
const LARGEST = 1n << 256n;

function integer(given: unknown): bigint {
  const { sign, digits } = INTEGER.exec(String(given))?.groups ?? {};
  const value = digits === undefined ? undefined : BigInt(digits) * (sign === '-' ? -1n : 1n);
  const fits = value !== undefined && value >= -LARGEST && value < LARGEST;
  return fits ? value : fail(new Refusal(422, 'stack: a number must be a whole number of 257 bits'));
}

function cellIn(given: unknown): Cell {
  const text = typeof given === 'object' && given !== null ? (given as { bytes?: unknown }).bytes : given;
  return typeof text === 'string'
    ? cellOf(Buffer.from(text, 'base64'), 'stack')
    : fail(new Refusal(422, 'stack: a cell must be base64'));
}
