// The core alone against the SDK of Uniswap.
import type { Question } from '../in-process/question.ts';
import { AskedProcess } from '../lines.ts';
import { compare, type Sample } from '../rounds.ts';
import type { Part, Row } from '../row.ts';

const CORE_QUOTE: Row = {
  name: 'core-quote',
  title: 'quote in process ÷ Pair.getOutputAmount of @uniswap/v2-sdk',
  unit: '×',
  bar: 50,
  aim: 100,
  means:
    'Base units in, the whole plan with fees and price impact out. The SDK is given its amounts ready-made, and makes the pair as it will be, with its address: it has one way to quote, and that is it.',
};

export const coreQuotePart: Part = {
  name: CORE_QUOTE.name,
  rows: [CORE_QUOTE],
  async run(bench) {
    const asked = new AskedProcess<Question, Sample>(['bench/in-process/quote.ts']);
    const seconds = bench.effort.seconds / 4;
    const side = (name: string) => () => asked.ask({ side: name, seconds });
    try {
      return [await compare(bench, CORE_QUOTE, { measured: side('measured'), yardstick: side('yardstick') })];
    } finally {
      await asked.stop();
    }
  },
};
