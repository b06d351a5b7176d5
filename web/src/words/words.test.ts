// Which language is chosen, and how a text is composed.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { T } from './T.tsx';
import { bestOf, type Language, t } from './words.ts';

const ALL: readonly Language[] = ['en', 'de', 'es', 'ru', 'zh'];

test.each([
  [['de-AT', 'en'], ALL, 'de'],
  [['fr', 'es-MX', 'de'], ALL, 'es'],
  [['zh-TW'], ALL, 'zh'],
  [['RU'], ALL, 'ru'],
  [['fr', 'it'], ALL, 'en'],
  [[], ALL, 'en'],
  // A language with an incomplete catalogue is not offered.
  [['de', 'es'], ['en', 'es'], 'es'],
  [['de'], ['en'], 'en'],
] as const)('a reader of %j, offered %j, gets %s', (wanted, offered, best) => {
  expect(bestOf(wanted, offered)).toBe(best);
});

test('an English text has numbers with commas, and a singular and a plural', () => {
  expect(t('shell.journal.number', { number: 12409 })).toBe('no. 12,409');
  expect(t('swap.ledger.count', { count: 1 })).toMatch(/^1 entry /);
  expect(t('swap.ledger.count', { count: 1234 })).toMatch(/^1,234 entries /);
});

test('a text says where its elements stand, and markup in a value is escaped', () => {
  const shown = (account: string) =>
    renderToStaticMarkup(
      createElement(T, { id: 'shell.demo', values: { account }, components: { code: createElement('code') } }),
    );
  expect(shown('ann')).toBe('A demo market. You are <code>ann</code>.');
  expect(shown('<code>ann</code>')).toContain('<code>&lt;code&gt;ann&lt;/code&gt;</code>');
});
