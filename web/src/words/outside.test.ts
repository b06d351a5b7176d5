// The page's source contains no text outside the catalogues, gives each text the values that it needs, and leaves no text unused.

import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { catalogueOf } from '../../catalogues.ts';
import { partsOf, type Source, sourceOf } from '../../texts.ts';

/** Strings that are the same in every language: names, keys, and text for machines. */
const SAME: readonly (string | RegExp)[] = [
  ...['English', 'Deutsch', 'Español', 'Русский', 'TypeScript', 'Millpond', '… · Millpond', 'mp_…'],
  ...['(prefers-color-scheme: dark)', 'usual pair'],
  ...['PostgreSQL', 'Ed25519', 'the issuer', 'the lock', 'another order', 'another account'],
  ...['Pair', 'Pair.tokenA', 'Pair.tokenB'],
  ...['Tab', 'Shift Tab', 'Enter', 'Esc', 'Ctrl K'],
  ...[/^millpond (?!.*[.!?])/, /^curl /, /^account,role/, /^import \{ connect \}/],
];
const isSame = (text: string): boolean => SAME.some((one) => (typeof one === 'string' ? one === text : one.test(text)));

const files = globSync('web/src/**/*.{ts,tsx}').filter((file) => !/\.test\.ts$|\.d\.ts$/.test(file));
const sources = new Map<string, Source>(files.map((file) => [file, sourceOf(file, readFileSync(file, 'utf8'))]));

test('every text in the page’s source comes from a catalogue', () => {
  const outside = [...sources]
    .flatMap(([, { outside }]) => outside)
    .filter((found) => !isSame(found.slice(found.indexOf(' ') + 1)));
  expect(outside).toEqual([]);
});

test('each use of a text gives exactly the values and elements that the text names', () => {
  const english = catalogueOf('en');
  for (const [file, { uses }] of sources)
    for (const { id, given, line } of uses)
      expect.soft({ id, given }, `${file}:${line}`).toEqual({ id, given: partsOf(english[id] ?? '') });
});

test('every text of the catalogue is used', () => {
  const strings = new Set([...sources.values()].flatMap(({ strings }) => strings));
  const patterns = [...strings]
    .filter((text) => text.includes('\u0000') && /^[a-z]+\./.test(text))
    .map((text) => new RegExp(`^${text.split('\u0000').map(RegExp.escape).join('[\\w-]+')}$`));
  const isUsed = (id: string) => strings.has(id) || patterns.some((pattern) => pattern.test(id));
  expect(Object.keys(catalogueOf('en')).filter((id) => !isUsed(id))).toEqual([]);
});

test.each([
  ['words between tags', '<p>Hello</p>'],
  ['one word', '<b>hello</b>'],
  ['an attribute', '<img alt="pond" />'],
  ['a property of a component', '<Row name="Delivered to" />'],
  ['a string in braces', "<p>{isDone ? 'Done' : null}</p>"],
  ['a string in an array', "['Swap tokens']"],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: source code that contains a template
  ['a template', '`${count} tokens of it`'],
  ['a property of an object', "{ label: 'Theme' }"],
])('%s is reported as a text outside the catalogues', (_, code) => {
  expect(sourceOf('a.tsx', `const a = ${code};`).outside).toHaveLength(1);
});

test.each([
  ['a symbol or number', '<p>→ ⇄ 12%</p>'],
  ['an attribute that readers do not see', '<input className="Wide big" id="Main" name="key" type="search" />'],
  ['a string in a comparison', "event.key === 'Enter'"],
  ['a property name', "{ ArrowRight: 1, 'No such': 2 }"],
  ['the id of a text', "t('shell.theme')"],
])('%s is not reported', (_, code) => {
  expect(sourceOf('a.tsx', `const a = ${code};`).outside).toEqual([]);
});
