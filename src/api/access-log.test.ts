import { expect, test } from 'vitest';
import { escapeHidden } from './access-log.ts';

test('a line of the log shows what a terminal would obey or hide, and says the same', () => {
  const line = { msg: 'a\u202eb\u200b\u0007\u009b31m\u{e0041}', account: '\ufeff' };
  const text = `${JSON.stringify(line)}\n`;
  const escaped = escapeHidden(text);
  expect(escaped).toMatch(/^[\x20-\x7e]*\n$/);
  expect(JSON.parse(escaped)).toEqual(line);
  expect(escapeHidden('{"msg":"clé 🐟"}\n')).toBe('{"msg":"clé 🐟"}\n');
});
