import { expect, test } from 'vitest';
import { unfoldedOf, withFold } from './folds.ts';

test.each([
  ['', 'depth', true, 'depth'],
  ['depth', 'depth', true, 'depth'],
  ['trades,chart', 'depth', true, 'chart,depth,trades'],
  ['chart,depth', 'chart', false, 'depth'],
  ['depth', 'chart', false, 'depth'],
  ['own,something,,own', 'chart', true, 'chart,own'],
] as const)('of "%s", with %s unfolded: %s, stays "%s"', (text, name, isUnfolded, wanted) => {
  expect(withFold(text, name, isUnfolded)).toBe(wanted);
  expect(unfoldedOf(wanted).includes(name)).toBe(isUnfolded);
});
