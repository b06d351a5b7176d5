// Requests are refused while gas costs more than the attached TON covers; a failed read of the price is retried.
import { expect, test } from 'vitest';
import { NotOnThisVenue } from '../../ports/venue.ts';
import { GasPriceCheck } from './gas-price.ts';

test.each([
  [399n, false],
  [400n, false],
  [401n, true],
  [2000n, true],
])('at a gas price of %s nanoton, a request is refused: %s', async (price, isRefused) => {
  const checked = new GasPriceCheck(async () => price).refuseHigher();
  if (isRefused) await expect(checked).rejects.toThrow(NotOnThisVenue);
  else await checked;
});

test('concurrent checks share one read of the price, and a failure is not cached', async () => {
  const answers = [Promise.reject(new Error('away')), Promise.resolve(400n)];
  let asked = 0;
  const check = new GasPriceCheck(() => answers[asked++] as Promise<bigint>);
  await expect(check.refuseHigher()).rejects.toThrow('away');
  await Promise.all(Array.from({ length: 10 }, () => check.refuseHigher()));
  expect(asked).toBe(2);
});
