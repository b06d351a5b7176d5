// Market queries: their cost on the thread that observes the journal, with ten thousand pools.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { MarketQuestion, MarketTimes } from '../in-process/market.ts';
import { AskedProcess } from '../lines.ts';
import { median, summary } from '../rounds.ts';
import type { Part, Row } from '../row.ts';

const WARM: Row = {
  name: 'market',
  title: 'getMarket, 5,000 tokens and 10,000 pools, something swapped before each',
  unit: 'ms',
  bar: 5,
  lowerIsBetter: true,
  means:
    'A page of fifty pools by what they hold, on the thread that observes the journal, from the look at the head to the figures; neither HTTP nor JSON. Every pool was swapped with in the last day, and is stored beside the journal but for the swaps of the round.',
};

const COLD: Row = {
  name: 'market-cold',
  title: 'the first such question after a start',
  unit: 'ms',
  lowerIsBetter: true,
  means:
    'What the last day is counted from is read for every pool, all tokens are priced and all pools sorted; the journal is counted already.',
};

export const marketPart: Part = {
  name: WARM.name,
  rows: [WARM, COLD],
  async run({ effort, folder, say }) {
    const place = join(folder, 'market');
    await mkdir(place);
    const asked = new AskedProcess<MarketQuestion, MarketTimes>(['bench/in-process/market.ts', place]);
    try {
      const rounds: MarketTimes[] = [];
      for (let round = 0; round <= effort.rounds; round++) {
        const times = await asked.ask({ questions: effort.isQuick ? 20 : 100 });
        if (round > 0) rounds.push(times);
      }
      const still = median(rounds.map(({ warmMs }) => median(warmMs)));
      const kilobytes = median(rounds.map(({ pageCharacters }) => pageCharacters)) / 1000;
      const results = [
        summary(
          WARM,
          rounds.map(({ movingMs }) => median(movingMs)),
          `${still.toFixed(2)} ms where nothing was`,
          rounds,
        ),
        summary(
          COLD,
          rounds.map(({ coldMs }) => coldMs),
          `a page has ${kilobytes.toFixed(0)} kB`,
          rounds,
        ),
      ];
      for (const { row, median: value, sides } of results) say(`${row.name}: ${value.toFixed(2)}  ${sides}`);
      return results;
    } finally {
      await asked.stop();
    }
  },
};
