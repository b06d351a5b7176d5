// Swaps on PostgreSQL without HTTP: through the exchange's queue and store, and with one transaction per swap.
import pino from 'pino';
import { createDemoMarket } from '../../src/cli/demo/demo.ts';
import { policyOf, readSettings, type Settings } from '../../src/cli/settings.ts';
import { TON, USDT } from '../../src/contract/fields.ts';
import { type Account, amount, type TokenAddress } from '../../src/core/amount.ts';
import type { Instruction } from '../../src/core/settle/instruction.ts';
import { GroupCommit } from '../../src/ledger/group-commit.ts';
import { LedgerVenue } from '../../src/ledger/ledger-venue.ts';
import { openPostgresStore } from '../../src/store/postgres/store.ts';
import { answerLines } from '../lines.ts';
import { CONNECTIONS, openStraightforward } from '../straightforward.ts';
import type { Question } from './question.ts';

const WAITING = 2000;
const url = process.env.DATABASE_URL as string;
const settings: Settings = readSettings({}, {});
const options = {
  policy: policyOf(settings),
  maxBatch: settings.MAX_BATCH,
  maxQueue: settings.MAX_QUEUE,
  maxWaitMs: settings.REQUEST_TIMEOUT,
};
const store = await openPostgresStore({
  url,
  poolSize: settings.POOL_SIZE,
  timeoutMs: settings.BUSY_TIMEOUT,
  findOutMs: settings.REQUEST_TIMEOUT,
  policy: options.policy,
});
await createDemoMarket(new LedgerVenue(store, options), pino({ level: 'silent' }));
const queue = new GroupCommit(store, options);
const straightforward = await openStraightforward(url);

const account = 'local' as Account;
const instruction = (paid: string, bought: string, base: bigint): Instruction => ({
  actor: account,
  command: {
    kind: 'swap',
    account,
    tokenA: paid as TokenAddress,
    tokenB: bought as TokenAddress,
    amountA: amount(base),
  },
});
const instructions = [instruction(TON, USDT, 100_000_000n), instruction(USDT, TON, 300_000n)];
const orders = [
  { Pair: { tokenA: TON, tokenB: USDT }, amount: { tokenA: 0.1 } },
  { Pair: { tokenA: USDT, tokenB: TON }, amount: { tokenA: 0.3 } },
];

const SIDES: Readonly<Record<string, (turn: number) => Promise<unknown>>> = {
  async measured(turn) {
    const outcome = await queue.submit(instructions[turn % 2] as Instruction);
    if ('refusal' in outcome) throw new Error(`refused: ${JSON.stringify(outcome.refusal)}`);
  },
  yardstick: (turn) => straightforward.swap(orders[turn % 2] as (typeof orders)[0]),
};

await answerLines(async ({ side, seconds }: Question) => {
  const swapOnce = SIDES[side] as (turn: number) => Promise<unknown>;
  const startMs = performance.now();
  const endMs = startMs + seconds * 1000;
  let done = 0;
  const keepSwapping = async (turn: number) => {
    for (let next = turn; performance.now() < endMs; next++) {
      await swapOnce(next);
      done += 1;
    }
  };
  const concurrent = side === 'measured' ? WAITING : CONNECTIONS;
  await Promise.all(Array.from({ length: concurrent }, (_, turn) => keepSwapping(turn)));
  return { perSecond: done / ((performance.now() - startMs) / 1000) };
});
await Promise.all([queue.close().then(() => store.close()), straightforward.close()]);
