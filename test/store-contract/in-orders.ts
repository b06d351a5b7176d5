// What open orders hold: compared with the ledger's own balances of the orders, on random histories.
import { expect, test } from 'vitest';
import { KEEPER, orderAccount, stopAccount } from '../../src/core/accounts.ts';
import type { Account, TokenAddress } from '../../src/core/amount.ts';
import type { Command } from '../../src/core/commands/command.ts';
import { Observer } from '../../src/market/observer.ts';
import { MarketQueries } from '../../src/market/queries/market-queries.ts';
import { openProjection } from '../../src/ports/projection.ts';
import type { Store } from '../../src/ports/store.ts';
import { openTail } from '../../src/ports/tail.ts';
import { APPLE, BREAD } from '../paper-exchange.ts';
import { ann, bob, closeOrder, deposit, fillOrder, matchOrders, pairOf, placeOrder } from '../paper-orders.ts';
import { drawer, storeRows } from './random-history.ts';
import { give, order, post, type Site } from './site.ts';

const TOKENS = [APPLE.address, BREAD.address];
type Placed = { readonly number: number; readonly account: Account; readonly isOfApples: boolean };

export function inOrders(site: Site): void {
  test.each([1, 2, 3])('what open orders hold is what the ledger has under their names (%i)', async (seed) => {
    const draw = drawer(seed);
    const store = await site.openMarket();
    await post(store, deposit(ann, APPLE, 10n ** 8n), deposit(bob, BREAD, 10n ** 8n), deposit(ann, BREAD, 10n ** 8n));
    const placed: Placed[] = [];
    const [steady, storing] = [await observe(site, store), await observe(site, store)];
    for (let step = 0; step < 60; step += 1) {
      await act(store, placed, draw);
      if (draw(8) === 0) await storeRows(storing, draw(2) === 0 ? 1 + draw(3) : Number.POSITIVE_INFINITY);
      if (draw(4) > 0) continue;
      const fresh = await observe(site, store);
      for (const account of [ann, bob]) {
        const expected = await heldBy(store, placed, account);
        for (const one of [steady, storing, fresh]) {
          const { left, changedAt } = await queriesOf(one).inOrders(account);
          expect([...left].sort(), `step ${step}`).toEqual(expected);
          expect(changedAt).toBeLessThanOrEqual(one.sequence);
        }
      }
      await site.close(fresh);
    }
  });

  test('`changedAt` moves whenever an order of the account changes', async () => {
    const store = await site.openMarket();
    const observer = await observe(site, store);
    const seen = async () => (await queriesOf(observer).inOrders(ann)).changedAt;
    let last = await seen();
    for (const command of [
      placeOrder(1000n, 2000n),
      fillOrder(8, 300n, 1000n),
      closeOrder(8),
      placeOrder(1000n, 2000n),
    ]) {
      await post(store, command);
      const next = await seen();
      expect(next).toBeGreaterThan(last);
      last = next;
    }
    // A deposit changes no order.
    await post(store, deposit(ann, APPLE, 1n));
    expect(await seen()).toBe(last);
  });
}

/** Places, fills, matches or closes orders; what the exchange refuses changes nothing. */
async function act(store: Store, placed: Placed[], draw: (below: number) => number): Promise<void> {
  const units = BigInt(1 + draw(3000));
  const isOfApples = draw(2) === 0;
  const account = isOfApples || draw(2) === 0 ? ann : bob;
  const known = placed[draw(placed.length)];
  const pair = isOfApples ? pairOf(APPLE, BREAD) : pairOf(BREAD, APPLE);
  const kinds: readonly Command[] = [
    placeOrder(units, 1n + units / 9n, { account, ...pair }),
    placeOrder(units, 1n + units / 9n, { account, ...pair }),
    ...(known ? [closing(known), await filling(store, known, draw)] : []),
    ...(await matching(store, placed)),
  ];
  const command = kinds[draw(kinds.length)] as Command;
  const outcome = await give(store, order(command, KEEPER));
  if (command.kind === 'placeOrder' && 'posted' in outcome)
    placed.push({ number: outcome.posted.sequence, account, isOfApples });
}

const pairFor = ({ isOfApples }: Placed) => (isOfApples ? pairOf(APPLE, BREAD) : pairOf(BREAD, APPLE));

const closing = ({ number, account, ...one }: Placed) =>
  closeOrder(number, { account, ...pairFor({ number, account, ...one }) });

async function filling(store: Store, one: Placed, draw: (below: number) => number): Promise<Command> {
  const left = await leftOf(store, one);
  const units = draw(3) === 0 ? left : left / 2n;
  return fillOrder(one.number, units || 1n, left, { account: one.account, ...pairFor(one) });
}

/** A match of ann's last apples with bob's last bread, if both have any. */
async function matching(store: Store, placed: readonly Placed[]): Promise<readonly Command[]> {
  const [maker, taker] = [placed.findLast((one) => one.isOfApples), placed.findLast(({ account }) => account === bob)];
  if (!maker || !taker) return [];
  const [ofMaker, ofTaker] = [await leftOf(store, maker), await leftOf(store, taker)];
  const units = ofMaker < ofTaker / 5n ? ofMaker : ofTaker / 5n;
  return units > 0n ? [matchOrders(units, [maker.number, ofMaker], [taker.number, ofTaker])] : [];
}

async function leftOf(store: Store, { number, isOfApples }: Placed): Promise<bigint> {
  const token = (isOfApples ? APPLE : BREAD).address;
  const accounts = [orderAccount(number), stopAccount(number)];
  const { balances } = await store.read(accounts.map((account) => ({ account, token })));
  return balances.reduce((sum, each) => sum + each, 0n);
}

async function heldBy(store: Store, placed: readonly Placed[], account: Account) {
  const sums = new Map<TokenAddress, bigint>();
  for (const one of placed.filter((each) => each.account === account)) {
    const token = TOKENS[one.isOfApples ? 0 : 1] as TokenAddress;
    sums.set(token, (sums.get(token) ?? 0n) + (await leftOf(store, one)));
  }
  return [...sums].filter(([, units]) => units > 0n).sort();
}

async function observe(site: Site, store: Store): Promise<Observer> {
  return site.keep(new Observer(await openTail(store.tail), await openProjection(store.projection)));
}

const queriesOf = (observer: Observer) => new MarketQueries(observer);
