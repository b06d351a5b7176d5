// Every listed kind of side record is written by the file that the list names.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SIDE_KINDS } from './side-kinds.ts';

test.each(Object.entries(SIDE_KINDS))('the source of the listed writer names the kind %s: %o', (kind, { writer }) => {
  const source = readFileSync(new URL(`../${writer}`, import.meta.url), 'utf8');
  expect(source).toMatch(new RegExp(`(SideKind[^;]*|kind: |_KIND = )'${kind}'`));
});
