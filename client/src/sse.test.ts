// The parser yields the same blocks however the text is cut into pieces and whichever line endings it has.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Block, blockReader } from './sse.ts';

const LINES = [
  ...['retry: 1000', ': 50', 'id: 50', ''],
  ...['id: 51', 'event: swap', 'data: {"a":', 'data:  "é"}', ''],
  ...['', ''],
  ...[': alone', ''],
  ...['data', 'unknown: field', 'id: with\0nul', 'retry: soon', 'event', ''],
  ...['data: a: b', ''],
  'data: never ended',
];

const BLOCKS: readonly Block[] = [
  { retryMs: 1000, comment: '50', id: '50' },
  { id: '51', event: 'swap', data: '{"a":\n "é"}' },
  { comment: 'alone' },
  { data: '', event: '' },
  { data: 'a: b' },
];

test('blocks are the same however the text is cut', () => {
  const ending = fc.constantFrom('\n', '\r', '\r\n');
  const pieces = ending.chain((end) => {
    const text = LINES.join(end) + end;
    const cuts = fc.array(fc.nat({ max: text.length }), { maxLength: 20 });
    return cuts.map((at) => {
      const places = [0, ...at.sort((a, b) => a - b), text.length];
      return places.slice(1).map((to, index) => text.slice(places[index], to));
    });
  });
  fc.assert(
    fc.property(pieces, (some) => {
      const read = blockReader();
      expect(some.flatMap((piece) => read(piece))).toEqual(BLOCKS);
    }),
  );
  const read = blockReader();
  const text = `${LINES.join('\r\n')}\r\n`;
  expect([...text].flatMap((letter) => read(letter))).toEqual(BLOCKS);
});
