// The list of kinds is complete: each is written by the file it names.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SIDE_KINDS } from './side-kinds.ts';

test.each(Object.entries(SIDE_KINDS))('records of the kind %s are written in %o', (kind, { writer }) => {
  const source = readFileSync(new URL(`../${writer}`, import.meta.url), 'utf8');
  expect(source).toMatch(new RegExp(`(SideKind[^;]*|kind: |_KIND = )'${kind}'`));
});
