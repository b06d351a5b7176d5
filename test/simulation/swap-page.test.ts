// Random swaps by the page's own code, from typed text to the ledger: the swap is what the button said, to the last digit.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '#client';
import { quoteName } from '../../web/src/data/stored.ts';
import { readAmount, textOf, unitsOf } from '../../web/src/exact/amount.ts';
import { labelIn } from '../../web/src/screens/swap/panel/labels.ts';
import { LESS, type Quote, type Side } from '../../web/src/screens/swap/panel/prepared-swap.ts';
import { swapPresser } from '../../web/src/screens/swap/panel/press.ts';
import { type Form, mayPress, quoteInputOf, swapState } from '../../web/src/screens/swap/panel/swap-state.ts';
import { type Server, startServer } from '../http/server.ts';
import { times } from '../times.ts';

const SWAPS = times(250);
const SEED = Number(process.env.SWAPS_SEED ?? 12);

let server: Server;
beforeAll(async () => {
  server = await startServer({ demo: true });
});
afterAll(() => server.close());

type Drawn = {
  readonly from: number;
  readonly to: number;
  readonly side: Side;
  readonly part: number;
  readonly digits: number;
};

const drawn = fc.record({
  from: fc.nat(5),
  to: fc.nat(4),
  side: fc.constantFrom<Side>('pay', 'receive'),
  /** In thousandths of a percent of the balance. */
  part: fc.integer({ min: 1, max: 900 }),
  /** The most decimals that the typed amount has, so that all lengths occur. */
  digits: fc.nat(18),
});

test(`the page’s button names the exact amounts of each of ${SWAPS} swaps`, { timeout: 600_000 }, async () => {
  const millpond = connect(server.url);
  const { tokens } = await millpond.getTokens();
  const kept = new Map<string, string>();
  const presser = swapPresser(Object.assign(millpond, { endOf: async () => {} }), {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, text) => void kept.set(name, text),
    removeItem: (name) => void kept.delete(name),
  });
  let balances = (await millpond.getBalances()).balances;
  const draws = fc.sample(drawn, { numRuns: SWAPS * 2, seed: SEED });
  const done: string[] = [];
  for (const draw of draws) {
    if (done.length === SWAPS) break;
    if (done.length % 20 === 0) balances = (await millpond.getBalances()).balances;
    const label = await swapOnce(draw);
    if (label !== null) done.push(label);
  }
  expect(done).toHaveLength(SWAPS);
  expect(new Set(done).size).toBeGreaterThan(SWAPS * 0.99);

  /** Swaps as the component does, and returns the button's label; null if the page would disable the button. */
  async function swapOnce({ from, to, side, part, digits }: Drawn): Promise<string | null> {
    const pay = tokens[from] as (typeof tokens)[number];
    const receive = tokens.filter(({ address }) => address !== pay.address)[to] as (typeof tokens)[number];
    const held = balances.find(({ address }) => address === (side === 'pay' ? pay : receive).address)?.balance ?? '0';
    const { decimals } = side === 'pay' ? pay : receive;
    const units = (unitsOf(held, decimals) * BigInt(part)) / 100_000n;
    const cut = 10n ** BigInt(Math.max(0, decimals - digits));
    const typed = textOf((units / cut) * cut, decimals).replace('.', digits % 2 === 0 ? ',' : '.');
    // The page would ask about such an amount instead of swapping.
    if (readAmount(typed, decimals).kind !== 'amount') return null;
    const form: Form = { pay, receive, side, typed, less: LESS[part % 4] ?? '0', effect: '', press: presser.now() };
    const input = quoteInputOf(form);
    if (input === null) return null;
    const quote: Quote | null = await millpond.getQuote(input).catch(() => null);
    if (quote === null) return null;
    const mine = balances.find(({ address }) => address === pay.address)?.balance ?? '0';
    const known = { account: 'local', pay: mine, maxEffect: '0.15' };
    const state = swapState(form, { kind: 'quoted', quote, first: quote }, known, { state: 'live', head: 0 });
    if (!mayPress(state) || !('order' in state)) return null;
    const said = labelIn(state);
    await presser.press(state.order, 'local');
    const press = presser.now();
    if (press.kind !== 'done') throw new Error(`${said}: ${JSON.stringify(press)}`);
    // As getSwap returns it.
    const { amountA, amountB } = press.done;
    const [, paid, payName, received, receiveName] =
      /^Swap ([\d,.]+) (\S+) for ([\d,.]+) (\S+?)( anyway)?$/.exec(said) ?? [];
    expect([paid?.replaceAll(',', ''), payName, received?.replaceAll(',', ''), receiveName]).toEqual([
      amountA,
      pay.symbol,
      amountB,
      receive.symbol,
    ]);
    // After a press is done, only its quote is stored, for the receipt.
    expect([...kept.keys()]).toEqual([quoteName(press.done.transactionId)]);
    kept.clear();
    presser.clear();
    return said;
  }
});
