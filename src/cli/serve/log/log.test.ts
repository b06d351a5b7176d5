// A log line as shown at a terminal.
import { stripVTControlCharacters } from 'node:util';
import pino from 'pino';
import { expect, test } from 'vitest';
import { isPretty, prettyLine } from './log.ts';

function lineOf(log: (logger: pino.Logger) => void): string {
  let json = '';
  const write = (line: string) => {
    json = line;
  };
  log(pino({ level: 'trace' }, { write }));
  return stripVTControlCharacters(prettyLine(json));
}

test('a line has the time of day, the level, the message and its fields', () => {
  const line = lineOf((logger) =>
    logger.info({ route: '/getPools', status: 404, ms: 1.25, signal: undefined, skipped: { a: 'b' } }, 'no such pool'),
  );
  expect(line).toMatch(/^\d\d:\d\d:\d\d info {2}no such pool route=\/getPools status=404 ms=1.25 skipped=\{"a":"b"\}$/);
  expect(lineOf((logger) => logger.warn('careful'))).toMatch(/^\d\d:\d\d:\d\d warn {2}careful$/);
});

test('a line with an error is followed by the stack', () => {
  const lines = lineOf((logger) => logger.error({ err: new Error('gone') }, 'it failed')).split('\n');
  expect(lines[0]).toMatch(/ error it failed ?$/);
  expect(lines[1]).toBe('    Error: gone');
  expect(lines[2]).toMatch(/^ {8}at /);
});

test('a line escapes characters that would move the cursor, hide text or change its direction', () => {
  const line = lineOf((logger) => logger.info({ account: 'a\u001b[2Jb' }, 'no\r\nway\u202e'));
  expect(line).toMatch(/no\\u\{d\}\\u\{a\}way\\u\{202e\} account=a\\u\{1b\}\[2Jb$/);
});

test.each([
  ['auto', true, true],
  ['auto', undefined, false],
  ['json', true, false],
  ['pretty', undefined, true],
] as const)('LOG_FORMAT=%s if isTTY is %s: isPretty returns %s', (format, isTTY, expected) => {
  const before = process.stdout.isTTY;
  Object.assign(process.stdout, { isTTY });
  expect(isPretty({ LOG_FORMAT: format })).toBe(expected);
  Object.assign(process.stdout, { isTTY: before });
});
