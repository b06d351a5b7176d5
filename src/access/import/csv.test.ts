// CSV as spreadsheets write it, and inputs that are refused.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_CSV_CHARACTERS, MAX_ROWS, parseCsv, printCsv } from './csv.ts';

const cellsOf = (text: string) => parseCsv(text).rows.map(({ cells }) => cells);

describe('CSV is parsed', () => {
  test.each([
    ['commas', 'a,b\n1,2\n'],
    ['semicolons, used where a comma is the decimal sign', 'a;b\n1;2\n'],
    ['tabs', 'a\tb\n1\t2\n'],
    ['a byte order mark', '\ufeffa,b\n1,2\n'],
    ['line ends of Windows (CR LF)', 'a,b\r\n1,2\r\n'],
    ['line ends of classic Mac OS (CR)', 'a,b\r1,2\r'],
    ['no line end at the end', 'a,b\n1,2'],
    ['blanks around cells, and blank lines', ' a , b \n\n1,2\n,\n\n'],
    ['quotes that are not needed', '"a","b"\n"1","2"\n'],
  ])('with %s', (_, text) => {
    expect(cellsOf(text)).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
  });

  test('with quotes, separators and line ends in cells, and each row has the number of its first line', () => {
    const { rows } = parseCsv('a,b\n"x, ""y""","1\n2"\n3,4\n');
    expect(rows).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['x, "y"', '1\n2'] },
      { line: 4, cells: ['3', '4'] },
    ]);
  });
});

test.each([
  ['a quote that is not closed', 'a,b\n1,"2\n3,4\n', 2, 'closing quote'],
  ['text after the closing quote of a cell', 'a,b\n"1"x,2\n', 2, 'closing quote'],
  ['a quote within a cell', 'a,b\n1,2"\n', 2, 'quote stands within'],
  ['a binary file', 'a,b\n\u0000\u0001', 1, 'not a text file'],
  ['another encoding', 'a,b\nj\ufffdrg,1', 1, 'not a text file'],
  ['too many columns', `${','.repeat(64)}a\n`, 1, 'more than 64 columns'],
  ['too many rows', `a\n${'1\n'.repeat(MAX_ROWS + 1)}`, MAX_ROWS + 2, 'more than 10000 rows'],
  ['too long a file', 'a'.repeat(MAX_CSV_CHARACTERS + 1), 1, 'longer than'],
])('CSV is refused: %s', (_, text, line, words) => {
  expect(parseCsv(text).faults).toEqual([{ line, message: expect.stringContaining(words) }]);
});

test('printed rows parse to the same cells, and a cell that begins like a formula gets an apostrophe before it', () => {
  const cell = fc
    .string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', 'ä', '=', '7') })
    .map((text) => `x${text.trim()}`);
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1 }), (rows) => {
      expect(cellsOf(printCsv([['x', 'y'], ...rows]))).toEqual([['x', 'y'], ...rows]);
    }),
  );
  expect(printCsv([['=cmd|calc', '+1', '-1', '@x', '\t=1']])).toBe("'=cmd|calc,'+1,'-1,'@x,\"'\t=1\"\r\n");
});
