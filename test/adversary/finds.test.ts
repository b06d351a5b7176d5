// Each sequence that the search has found stays within the bounds from then on.
import { expect, test } from 'vitest';
import { FINDS } from './finds.ts';
import { play } from './play.ts';

test.each(Object.entries(FINDS))('%s', async (_, scenario) => {
  const { breaches, gainShare, gave, got } = await play(scenario);
  console.info(
    `the owner gave ${gave} and got ${got}; the adversary gained ${(100 * gainShare).toFixed(2)} % of the order`,
  );
  expect(breaches).toEqual([]);
});
