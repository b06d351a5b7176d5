// If the market is switched off, what needs it is refused and nothing else fails.
import { expect, test } from 'vitest';
import type { EventsQuery } from '../ports/market.ts';
import { MarketOff } from '../ports/market.ts';
import { NO_MARKET } from './no-market.ts';

test('a market that is switched off refuses events and webhooks, and can be closed', async () => {
  await expect(NO_MARKET.events({} as EventsQuery)).rejects.toThrow(MarketOff);
  await expect(NO_MARKET.webhooks.list({} as never)).rejects.toThrow('MARKET_EVERY is 0');
  NO_MARKET.onHead(() => {});
  await NO_MARKET.close();
});
