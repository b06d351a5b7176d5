// The core and the SQLite store alone, against Uniswap's own code.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Question } from '../in-process/question.ts';
import { AskedProcess } from '../lines.ts';
import { compare, interleave, ratio, type Sample } from '../rounds.ts';
import type { Bench, Finding, Part, Row } from '../row.ts';

const CORE_QUOTE: Row = {
  name: 'core-quote',
  title: 'quote in process ÷ Pair.getOutputAmount of @uniswap/v2-sdk',
  unit: '×',
  bar: 50,
  aim: 100,
  means:
    'Base units in, the whole plan with fees and price impact out. The SDK is given its amounts ready-made, and makes the pair as it will be, with its address: it has one way to quote, and that is it.',
};

const SETTLE_EVM: Row = {
  name: 'settle-evm',
  title: 'a swap settled on SQLite, durable ÷ Uniswap v2 pair in an EVM',
  unit: '×',
  means:
    'Batches of 500 with everything on the disk, against the compiled contracts of Uniswap in an EVM in this process, in memory: a transfer and a swap each. It says nothing of a chain, its consensus or its gas.',
};

const SETTLE_SINGLE: Row = {
  name: 'settle-single',
  title: 'a swap settled on SQLite in batches ÷ one commit a swap',
  unit: '×',
  means:
    'What committing together is worth: the same store and the same synchronous=FULL, in batches of 500 and of one. On a disk that syncs slowly it is worth more.',
};

export const coreQuotePart: Part = {
  name: CORE_QUOTE.name,
  rows: [CORE_QUOTE],
  run: (bench) =>
    withProcess(['bench/in-process/quote.ts'], async (side) => [
      await compare(bench, CORE_QUOTE, {
        measured: side('measured', bench.effort.seconds / 4),
        yardstick: side('yardstick', bench.effort.seconds / 4),
      }),
    ]),
};

export const settlePart: Part = {
  name: 'settle',
  rows: [SETTLE_EVM, SETTLE_SINGLE],
  async run(bench: Bench) {
    const folder = join(bench.folder, 'settle');
    await mkdir(folder);
    const seconds = bench.effort.seconds / 2;
    return withProcess(['bench/in-process/settle.ts', folder], async (side) => {
      const rounds = await interleave(bench, {
        batches: side('batches', seconds),
        evm: side('evm', seconds),
        single: side('single', seconds),
      });
      return [
        ratio(bench, SETTLE_EVM, rounds, ['batches', 'evm']),
        ratio(bench, SETTLE_SINGLE, rounds, ['batches', 'single']),
      ];
    });
  },
};

type Sides = (side: string, seconds: number) => () => Promise<Sample>;

async function withProcess(args: string[], work: (side: Sides) => Promise<Finding[]>): Promise<Finding[]> {
  const asked = new AskedProcess<Question, Sample>(args);
  try {
    return await work((side, seconds) => () => asked.ask({ side, seconds }));
  } finally {
    await asked.stop();
  }
}
