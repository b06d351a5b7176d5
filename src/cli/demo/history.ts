// Generates the demo's history: five weeks of trades as ordinary commands with past times. Every demo gets the same trades; their
// times count back from its first start.
import { reserveAccount } from '../../core/accounts.ts';
import { type Account, amount, MAX_AMOUNT, type Ppm } from '../../core/amount.ts';
import type { Command } from '../../core/commands/command.ts';
import type { Policy } from '../../core/commands/kind.ts';
import { parseDecimal } from '../../core/maths/decimal.ts';
import { pairKey, type Token } from '../../core/pool.ts';
import { WHOLE_SHARE } from '../../core/route/shape.ts';
import type { Instruction } from '../../core/settle/instruction.ts';
import { fingerprintOf } from '../../ledger/fingerprint.ts';
import type { Store } from '../../ports/store.ts';
import { openingDeposits, PROVIDERS, TRADERS } from './crowd.ts';
import { ACTOR, demoCommands, keyOf, POOLS } from './demo.ts';
import type { PoolView } from './market-view.ts';
import { nextSale, type Sale } from './next-sale.ts';
import { PaperLedger } from './paper-ledger.ts';
import { Random } from './random.ts';
import { ReferencePrices } from './reference-prices.ts';

const DAY_MS = 86_400_000;
const DAYS = 35;
/** Value of a typical trade in USDT, and trades per day. */
const [USUAL, DAILY] = [4500, 170];
/** Chosen because every price of the generated history ends near where it began. */
const SEED = 16;

type Event = { readonly agoMs: number; readonly actor: Account; readonly key: string; readonly command: Command };

/** Writes the history in one commit, all of it or nothing, if the journal is empty; returns the number of transactions. */
export async function writeHistory(store: Store, policy: Policy, nowMs: number): Promise<number> {
  if ((await store.head()) > 0) return 0;
  const events = composeHistory(policy);
  // Each command has an idempotency key, so that it takes effect once even if another node writes the history at the same time.
  await store.commit(
    events.map(
      ({ agoMs, actor, key, command }, index): Instruction => ({
        actor,
        command,
        idempotency: { key, fingerprint: fingerprintOf(command) },
        atMs: nowMs - agoMs,
        ...(index < events.length - 1 && { linked: true }),
      }),
    ),
  );
  return events.length;
}

/** Simulates the trades of the history on a ledger in memory, and returns the commands that succeed. */
function composeHistory(policy: Policy, seed = SEED): readonly Event[] {
  const random = new Random(seed);
  const ledger = new PaperLedger(policy);
  const prices = new ReferencePrices();
  const events: Event[] = [];
  let agoMs = DAYS * DAY_MS;
  const add = (actor: Account, command: Command, key: string) => {
    if ('posted' in ledger.execute(actor, command)) events.push({ agoMs, actor, key, command });
  };
  for (const [step, command] of Object.entries({ ...demoCommands(), ...openingDeposits() }))
    add(ACTOR, command, keyOf(step));
  for (;;) {
    const passedMs = Math.ceil((2 * random.unit() * DAY_MS) / (DAILY * bustleOf(agoMs)));
    agoMs -= passedMs;
    if (agoMs <= 0) return events;
    prices.pass(passedMs / DAY_MS, random);
    const actor = random.pick(TRADERS);
    const command =
      PROVIDERS.includes(actor) && random.chance(0.04)
        ? liquidity(ledger, actor, random)
        : trade(ledger, actor, prices, random);
    if (command) add(actor, command, keyOf(`history ${events.length}`));
  }
}

/**
 * Daily cycle of the activity, 1 on average: lowest at the time of day at which the history ends, and four times as high twelve
 * hours later.
 */
function bustleOf(agoMs: number): number {
  const hour = (agoMs % DAY_MS) / DAY_MS;
  return 0.4 + 2.4 * Math.min(hour, 1 - hour);
}

function trade(ledger: PaperLedger, account: Account, prices: ReferencePrices, random: Random): Command | undefined {
  const pools = POOLS.map(([tokenA, , tokenB]) => poolView(ledger, tokenA, tokenB));
  const holds = (token: Token) => wholeOf(ledger.balanceOf(account, token.address), token);
  const sale = nextSale({ pools, prices, holds, usual: USUAL }, random);
  return sale && swapOf(account, sale);
}

function swapOf(account: Account, { sells, buys, via, amount: whole }: Sale): Command {
  const hop = (tokenIn: Token, tokenOut: Token) => ({
    tokenIn: tokenIn.address,
    tokenOut: tokenOut.address,
    share: WHOLE_SHARE,
  });
  return {
    kind: 'swap',
    account,
    tokenA: sells.address,
    tokenB: buys.address,
    amountA: baseOf(whole, sells),
    ...(via && { route: [hop(sells, via), hop(via, buys)] }),
  };
}

/** A command that provides a part of the account's balances to a random pool, or withdraws a part of its position. */
function liquidity(ledger: PaperLedger, account: Account, random: Random): Command {
  const [tokenA, , tokenB] = random.pick(POOLS);
  const pair = { tokenA: tokenA.address, tokenB: tokenB.address };
  if (random.chance(0.4))
    return { kind: 'refund', account, ...pair, portionPpm: BigInt(100_000 * Math.ceil(9 * random.unit())) as Ppm };
  const { reserveA, reserveB } = poolView(ledger, tokenA, tokenB);
  const [heldA, heldB] = [tokenA, tokenB].map((token) => wholeOf(ledger.balanceOf(account, token.address), token)) as [
    number,
    number,
  ];
  const part = Math.min(heldA / reserveA, heldB / reserveB) * (0.05 + 0.25 * random.unit());
  return {
    kind: 'provide',
    account,
    ...pair,
    amountA: baseOf(part * reserveA, tokenA),
    amountB: baseOf(part * reserveB, tokenB),
  };
}

function poolView(ledger: PaperLedger, tokenA: Token, tokenB: Token): PoolView {
  const pool = ledger.pools.get(pairKey(tokenA.address, tokenB.address));
  const reserve = (token: Token) =>
    pool ? wholeOf(ledger.balanceOf(reserveAccount(pool.address), token.address), token) : 0;
  const isStable = pool?.curve === 'stable';
  return { tokenA, tokenB, reserveA: reserve(tokenA), reserveB: reserve(tokenB), isStable };
}

const wholeOf = (base: bigint, { decimals }: Token): number => Number(base) / 10 ** decimals;

const baseOf = (whole: number, { decimals }: Token) =>
  amount(parseDecimal(whole.toFixed(Math.min(decimals, 6)), decimals, MAX_AMOUNT) as bigint);
