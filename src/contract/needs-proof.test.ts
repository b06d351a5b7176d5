// Which changes a browser session may make that signed in more than five minutes ago: every one is decided, and the documentation lists them.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Declaration } from './call.ts';
import { DECLARATIONS } from './calls.ts';

const changes = Object.values<Declaration>(DECLARATIONS).filter(({ changes, who }) => changes && who !== 'anyone');
const named = (needed: Declaration['needsProof'], who?: string) =>
  new Set(
    changes.filter((call) => call.needsProof === needed && call.who === (who ?? call.who)).map(({ name }) => name),
  );

test('every change for an account says whether it needs a recent sign-in', () => {
  expect(changes.filter(({ needsProof }) => needsProof === undefined).map(({ name }) => name)).toEqual([]);
});

test('an operator changes nothing in an old session but what takes no money, no access and nobody’s market', () => {
  expect([...named('never', 'operator')].sort()).toEqual(['startAudit', 'uploadImage']);
  expect([...named('sometimes', 'operator')]).toEqual([]);
});

test('a bulk carries no change that its items are not checked for', () => {
  expect(DECLARATIONS.bulk.needsProof).toBe('sometimes');
});

test.each(['always', 'sometimes', 'never'] as const)('the documentation lists the calls that %s need it', (needed) => {
  const page = readFileSync(new URL('../../docs/interface.md', import.meta.url), 'utf8');
  const [, list = ''] = new RegExp(`^\\| ${needed} \\|(.*)$`, 'm').exec(page) ?? [];
  expect([...list.matchAll(/`(\w+)`/g)].map(([, name]) => name).sort()).toEqual([...named(needed)].sort());
});
