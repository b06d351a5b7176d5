// Stacks as TonClient writes and reads them, without the network in between.
import { Address, beginCell, type Cell, type TupleItem } from '@ton/core';
import { TonClient } from '@ton/ton';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isStack } from '../chain/emulator.ts';
import { readStack, readTypedStack, writeStack, writeTypedStack } from './stack.ts';

const NOBODY = new Address(0, Buffer.alloc(32));

/** A client whose getter receives the sent stack and whose result is returned to it. */
function clientOf(getter: (sent: readonly TupleItem[]) => readonly TupleItem[]): TonClient {
  return new TonClient({
    endpoint: 'http://127.0.0.1:1',
    httpAdapter: async (config) => {
      const { stack } = JSON.parse(config.data).params;
      const result = { gas_used: 0, exit_code: 0, stack: writeStack(getter(readStack(stack))) };
      // Serialized and parsed, as over the network.
      const data = JSON.parse(JSON.stringify({ ok: true, result }));
      return { data, status: 200, statusText: 'OK', headers: {}, config };
    },
  });
}

async function received(stack: readonly TupleItem[]): Promise<readonly TupleItem[]> {
  const { stack: reader } = await clientOf(() => stack).runMethod(NOBODY, 'any');
  return Array.from({ length: reader.remaining }, () => reader.pop());
}

const anyCell = fc.tuple(fc.uint8Array({ maxLength: 100 }), fc.boolean()).map(([bytes, hasRef]): Cell => {
  const builder = beginCell().storeBuffer(Buffer.from(bytes));
  return (hasRef ? builder.storeRef(beginCell().storeUint(bytes.length, 8).endCell()) : builder).endCell();
});
const anyInteger = fc.oneof(
  fc.bigInt({ min: -(1n << 256n), max: (1n << 256n) - 1n }),
  fc.constantFrom(0n, -1n, 1n, -(1n << 256n), (1n << 256n) - 1n),
);
const anyItem: fc.Arbitrary<TupleItem> = fc.oneof(
  anyInteger.map((value) => ({ type: 'int', value }) as const),
  ...(['cell', 'slice', 'builder'] as const).map((type) => anyCell.map((cell) => ({ type, cell }))),
);
const textOf = (item: TupleItem) => ('cell' in item ? `${item.type} ${item.cell.hash().toString('hex')}` : item);

test('a getter gets what a client sends', () =>
  fc.assert(
    fc.asyncProperty(fc.array(anyItem, { maxLength: 6 }), async (stack) => {
      let got: readonly TupleItem[] = [];
      const client = clientOf((sent) => {
        got = sent;
        return [];
      });
      await client.runMethod(NOBODY, 'any', stack);
      expect(got.map(textOf)).toEqual(stack.map(textOf));
    }),
  ));

test('a client gets what a getter returns; slices and builders become cells', () =>
  fc.assert(
    fc.asyncProperty(fc.array(anyItem, { maxLength: 6 }), async (stack) => {
      const asCells = stack.map((item) => ('cell' in item ? { type: 'cell' as const, cell: item.cell } : item));
      expect((await received(stack)).map(textOf)).toEqual(asCells.map(textOf));
    }),
  ));

test('a client gets null, and tuples with elements of every type', async () => {
  const cell = beginCell().storeUint(7, 8).endCell();
  expect(await received([{ type: 'null' }])).toEqual([{ type: 'null' }]);
  const items: TupleItem[] = [
    { type: 'int', value: -5n },
    { type: 'cell', cell },
    { type: 'slice', cell },
    { type: 'null' },
    { type: 'tuple', items: [{ type: 'int', value: 1n << 200n }] },
  ];
  const [tuple] = await received([{ type: 'tuple', items }]);
  // TonClient itself unpacks the elements.
  const within = (tuple as unknown as { items: unknown[] }).items;
  expect([within[0], within[3], within[4]]).toEqual([-5n, [], [1n << 200n]]);
  for (const one of [within[1], within[2]]) expect((one as Cell).equals(cell)).toBe(true);
});

describe('stacks in which every entry names its type', () => {
  const number = (value: string) => ({
    '@type': 'tvm.stackEntryNumber',
    number: { '@type': 'tvm.numberDecimal', number: value },
  });
  const tuple = (...elements: object[]) => ({
    '@type': 'tvm.stackEntryTuple',
    tuple: { '@type': 'tvm.tuple', elements },
  });
  const list = (...elements: object[]) => ({ '@type': 'tvm.stackEntryList', list: { '@type': 'tvm.list', elements } });

  test('are parsed as they are written, except builders, which become cells', () => {
    const anyNested = fc.oneof(
      anyItem,
      fc.constant({ type: 'null' } as const),
      fc.array(anyItem, { maxLength: 4 }).map((items) => ({ type: 'tuple', items }) as const),
    );
    const asEntry = (item: TupleItem): TupleItem => {
      if (item.type === 'tuple') return { type: 'tuple', items: item.items.map(asEntry) };
      return item.type === 'builder' ? { type: 'cell', cell: item.cell } : item;
    };
    fc.assert(
      fc.property(fc.array(anyNested, { maxLength: 6 }), (stack) => {
        const entries = JSON.parse(JSON.stringify(writeTypedStack(stack)));
        expect(writeTypedStack(readTypedStack(entries))).toEqual(writeTypedStack(stack.map(asEntry)));
        expect(readTypedStack(entries).map(({ type }) => type)).toEqual(stack.map((item) => asEntry(item).type));
      }),
    );
  });

  test('have lists, which are parsed as a pair of the first element and the rest', () => {
    const [seven, eight] = [7n, 8n].map((value) => ({ type: 'int', value }));
    expect(readTypedStack([list(number('7'), number('8'))])).toEqual([
      { type: 'tuple', items: [seven, { type: 'tuple', items: [eight, { type: 'null' }] }] },
    ]);
  });

  test('are parsed to the depth that the emulator allows, and no deeper', () => {
    const nested = (levels: number) => {
      let entry: object = number('1');
      for (let level = 0; level < levels; level++) entry = tuple(entry);
      return [entry];
    };
    const long = (length: number) => [list(...Array.from({ length }, () => number('1')))];
    for (const sized of [nested, long]) {
      const stack = readTypedStack(sized(199));
      expect(isStack(stack)).toBe(true);
      expect(() => readTypedStack(sized(200))).toThrow('at most 200 elements');
    }
  });

  test.each<readonly [string, unknown, string]>([
    ['a stack that is not a list', 'x', 'stack: must be a list'],
    ['an entry in the untyped form', [['num', '1']], 'each entry must be an object with @type'],
    ['an unknown type', [{ '@type': 'tvm.stackEntryCat' }], '@type "tvm.stackEntryCat" is not known'],
    ['an entry without a type', [{}], '@type undefined is not known'],
    ['a number entry without a number', [{ '@type': 'tvm.stackEntryNumber' }], 'each entry must be an object'],
    ['a number with decimals', [number('1.5')], 'whole number of 257 bits'],
    ['a cell without bytes', [{ '@type': 'tvm.stackEntryCell', cell: {} }], 'a cell must be base64'],
    ['a tuple without elements', [{ '@type': 'tvm.stackEntryTuple', tuple: {} }], 'must be a list'],
  ])('%s is refused', (_, stack, error) => {
    expect(() => readTypedStack(stack)).toThrow(error);
  });
});
