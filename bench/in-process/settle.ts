// One swap settled, in this process: durably on SQLite in batches and one by one, and by Uniswap's pair in an EVM.
// node bench/in-process/settle.ts FOLDER
import { join } from 'node:path';
import { policyOf, readSettings } from '../../src/cli/settings.ts';
import { amount, type Ppm } from '../../src/core/amount.ts';
import { constantProduct } from '../../src/core/curves/constant-product.ts';
import { swapExactIn } from '../../src/core/maths/fill.ts';
import type { Store } from '../../src/ports/store.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import { UniswapPair } from '../../test/uniswap/pair.ts';
import { openingOf, traderSwap } from '../fill/commands.ts';
import { answerLines } from '../lines.ts';
import { perSecond, type Question } from './question.ts';

const BATCH = 500;
const RESERVE = 10n ** 21n;
const AMOUNT_IN = 10n ** 15n;
const UNISWAP = { lpFeePpm: 3000n as Ppm, protocolFeePpm: 0n as Ppm, refFeePpm: 0n as Ppm };

const folder = process.argv[2] as string;
const stores: Readonly<Record<string, Store>> = { batches: await open('batches'), single: await open('single') };
const pair = await UniswapPair.deploy();
await pair.send(RESERVE, RESERVE);
await pair.sync();
// The reserves of Uniswap's pair are tracked here, because asking the pair for them would count as its work.
let reserves = { reserveIn: amount(RESERVE), reserveOut: amount(RESERVE) };

const SIDES: Readonly<Record<string, () => Promise<number>>> = {
  batches: () => commit(stores.batches as Store, BATCH),
  single: () => commit(stores.single as Store, 1),
  evm: swapInEvm,
};

await answerLines(({ side, seconds }: Question) => perSecond(seconds, SIDES[side] as () => Promise<number>));
for (const store of Object.values(stores)) await store.close();

async function open(name: string): Promise<Store> {
  const policy = policyOf(readSettings({}, {}));
  const store = await openSqliteStore({ path: join(folder, `${name}.db`), busyTimeoutMs: 5000, policy });
  await store.commit(openingOf(1));
  return store;
}

async function commit(store: Store, size: number): Promise<number> {
  const batch = Array.from({ length: size }, (_, index) => traderSwap(0, index % 2 === 1));
  const outcomes = await store.commit(batch);
  const refused = outcomes.find((outcome) => 'refusal' in outcome);
  if (refused) throw new Error(`refused: ${JSON.stringify(refused)}`);
  return size;
}

/** Two swaps, back and forth, each a transfer to the pair and the swap itself. */
async function swapInEvm(): Promise<number> {
  for (const is0 of [true, false]) {
    const fill = swapExactIn(constantProduct, reserves, UNISWAP, amount(AMOUNT_IN));
    const out = fill?.amountOut ?? 0n;
    // The reserves change places, since the next swap goes the other way.
    if (fill) reserves = { reserveIn: fill.after.reserveOut, reserveOut: fill.after.reserveIn };
    await pair.send(is0 ? AMOUNT_IN : 0n, is0 ? 0n : AMOUNT_IN);
    const refused = await pair.swap(is0 ? 0n : out, is0 ? out : 0n);
    if (refused) throw new Error(`the pair refused: ${refused.reason}`);
  }
  return 2;
}
