// Lists exported as a file: cells that are safe in a spreadsheet, and an answer that is complete or visibly cut off.
import Fastify from 'fastify';
import Type from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { number } from './exact-json.ts';
import { printExport } from './export.ts';

const item = Type.Object({ text: Type.String(), fee: Type.Object({ lp: Type.Number(), ref: Type.Number() }) });
const app = Fastify();
let url: string;
let pages: () => AsyncIterable<readonly object[]>;

beforeAll(async () => {
  app.get('/:format', async (request, reply) => {
    const { format } = request.params as { format: 'csv' | 'ndjson' };
    return reply.send(
      await printExport({ name: 'list', format, item, pages: pages() }, 'number', { reply, isHead: false }),
    );
  });
  url = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

const of = (...all: readonly object[][]) =>
  async function* () {
    yield* all;
  };
const get = async (format: string) => (await fetch(`${url}/${format}`)).text();

describe('a cell', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', '"\'\t=1"'],
    ['a;=1', '"a;=1"'],
    ['\r=1', '"\'\r=1"'],
    ['\n=1', '"\'\n=1"'],
    ['＝1', "'＝1"],
    ['a=1', 'a=1'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['', ''],
  ])('of the text %j is %j', async (text, cell) => {
    pages = of([{ text }]);
    expect(await get('csv')).toBe(`text,fee.lp,fee.ref\r\n${cell},,\r\n`);
  });

  test('with a number has all its digits, and no quote in front of a minus sign', async () => {
    pages = of([{ text: 'a', fee: { lp: number('1.000000000000000001'), ref: -2 } }]);
    expect(await get('csv')).toBe('text,fee.lp,fee.ref\r\na,1.000000000000000001,-2\r\n');
  });
});

test('pages are concatenated, including empty ones, with one header row', async () => {
  pages = of([{ text: 'a' }], [], [{ text: 'b' }, { text: 'c' }]);
  expect(await get('csv')).toBe('text,fee.lp,fee.ref\r\na,,\r\nb,,\r\nc,,\r\n');
  pages = of([], [{ text: 'a' }], [], [{ text: 'b' }]);
  expect(await get('ndjson')).toBe('{"text":"a"}\n{"text":"b"}\n');
});

test('a failure after the first page aborts the download, and one before it is answered with status 500', async () => {
  pages = async function* () {
    yield [{ text: 'a' }];
    throw new Error('the disk is gone');
  };
  await expect(get('csv')).rejects.toThrow();
  pages = async function* (): AsyncGenerator<object[]> {
    yield* [];
    throw new Error('the disk is gone');
  };
  expect((await fetch(`${url}/csv`)).status).toBe(500);
});
