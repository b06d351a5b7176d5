// The search and the router agree: each screen that has a path of its own is found, and what is found has a screen.

import { expect, test } from 'vitest';
import { catalogueOf } from '../../../catalogues.ts';
import { MODES, ROUTES, SECTIONS } from '../../routes.ts';
import { matches } from './match.ts';
import { PLACES } from './places.ts';

const pathOf = (href: string): string => href.replace(/[?#].*$/, '');
const isAt = (route: string, href: string): boolean =>
  new RegExp(`^${route.replace(/:\w+/g, '[^/]+').replace('/*?', '(/.*)?')}$`).test(pathOf(href));

/** Screens that one reaches by a link only: of one token, pool or transaction, and of an invitation. */
const BY_LINK = /:|^\/join$/;

test.each(ROUTES.filter((route) => !BY_LINK.test(route)))('the search finds the screen %s', (route) => {
  expect(PLACES.filter(({ href }) => isAt(route, href))).not.toEqual([]);
});

test('what the search finds has a screen, or is the reference', () => {
  const without = PLACES.filter(({ href }) => !ROUTES.some((route) => isAt(route, href)));
  expect(without.map(({ href }) => href)).toEqual(['/docs/']);
});

test.each([...MODES, ...SECTIONS, 'account', 'open orders', 'check balance'])('typing "%s" finds a place', (typed) => {
  const texts = catalogueOf('en') as Record<string, string>;
  const words = { movements: 'deposits' }[typed] ?? typed;
  expect(PLACES.filter(({ name }) => matches(texts[name] ?? '', words))).not.toEqual([]);
});
