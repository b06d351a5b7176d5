// Texts that readers found odd stay out: each was replaced by the words of traders.
import { expect, test } from 'vitest';
import { catalogueOf } from '../../catalogues.ts';

const ODD = [
  /^Ordered: /,
  /whole units/,
  /If the price moves first/,
  /of your choice/,
  /the moment only/,
  /fair price/,
  /Stated what is owed/,
  /balance counted\?/,
  /^Longest reachable$/,
  /^Filled by$/,
  // A page that has crashed cannot know what has changed.
  /crashed\. ./,
];

test.each(ODD)('no text says %s', (odd) => {
  expect(Object.entries(catalogueOf('en')).filter(([, text]) => odd.test(text))).toEqual([]);
});
