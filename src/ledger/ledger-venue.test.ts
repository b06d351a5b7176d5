// The venue on a real store: repetitions are recognised, refusals change nothing, and closing answers everything.
import { describe, expect, test } from 'vitest';
import { useExchange } from '../../test/exchange-file.ts';
import { APPLE, account, BREAD, MAKER } from '../../test/paper-exchange.ts';
import { ann, bob, deposit, pairOf, provide, swap, withdraw } from '../../test/paper-orders.ts';
import { collect, MARKET, POLICY } from '../../test/store-contract/site.ts';
import { createKey, keysOf } from '../access/keys.ts';
import { amount, ppm } from '../core/amount.ts';
import { transfersOf } from '../core/commands/command.ts';
import type { SwapCommand } from '../core/commands/swap.ts';
import type { Posted } from '../core/settle/instruction.ts';
import { balanceKey } from '../core/settle/transfer.ts';
import { StoreUnavailable } from '../ports/store.ts';
import { Overloaded, RefusedError } from '../ports/venue.ts';
import { LedgerVenue } from './ledger-venue.ts';

const on = useExchange(MARKET);
const [apple, bread] = [APPLE.address, BREAD.address];
const refusal = (refusal: RefusedError['refusal']) => new RefusedError(refusal);

describe('a repeated idempotency key', () => {
  const command = swap(100n, { minReceived: amount(1n), referrer: bob, deadlineMs: 4_000_000_000_000 });
  const reused = refusal({ code: 'idempotency_key_reused' });

  test('returns the first answer if the command differs only in the order of fields or in undefined fields', async () => {
    const first = await on.exchange.execute(ann, command, 'k');
    const backwards = Object.fromEntries(Object.entries(command).reverse()) as typeof command;
    const spelledOut = { ...command, maxPriceImpactPpm: undefined } as unknown as typeof command;
    expect(await on.exchange.execute(ann, { ...command }, 'k')).toEqual(first);
    expect(await on.exchange.execute(ann, spelledOut, 'k')).toEqual(first);
    expect(await on.exchange.execute(ann, backwards, 'k')).toEqual(first);
  });

  test('is refused as reused if any field of the command differs', async () => {
    const first = await on.exchange.execute(ann, command, 'k');
    const differences: Partial<SwapCommand>[] = [
      { amountA: amount(101n) },
      { minReceived: amount(2n) },
      { deadlineMs: 4_000_000_000_001 },
      { referrer: account('eve') },
      { account: bob },
      { maxPriceImpactPpm: ppm(150_000n) },
      pairOf(BREAD, APPLE),
    ];
    for (const difference of differences) {
      await expect(on.exchange.execute(ann, { ...command, ...difference }, 'k')).rejects.toEqual(reused);
    }
    expect(await on.exchange.execute(ann, command, 'k')).toEqual(first);
  });

  test('is refused as reused if a reference differs only by the n that marks amounts in fingerprints', async () => {
    await on.exchange.execute(MAKER, { ...deposit(ann, APPLE, 5n), reference: '5n' }, 'k');
    await expect(on.exchange.execute(MAKER, { ...deposit(ann, APPLE, 5n), reference: '5' }, 'k')).rejects.toEqual(
      reused,
    );
  });
});

test('the actor’s permissions are not part of a request', async () => {
  await on.exchange.execute(ann, deposit(ann, BREAD, 1000n));
  const provided = await on.exchange.execute(ann, provide(10n, 40n), 'provide');
  expect(await on.exchange.execute(ann, provide(10n, 40n, { mayCreatePool: true }), 'provide')).toEqual(provided);
});

test('the gas estimate of a swap is the number of balances that a direct swap writes', async () => {
  await on.exchange.execute(ann, swap(1000n));
  const journal = await on.store.openJournal();
  const last = (await collect(journal.transactions())).at(-1);
  await journal.close();
  const transfers = transfersOf((last as Posted).receipt);
  const written = new Set(transfers.flatMap(({ from, to, token: of }) => [balanceKey(from, of), balanceKey(to, of)]));
  expect((await on.exchange.router()).swapGasEstimate).toBe(written.size);
});

test('a swap refused for insufficient funds says what is needed and available, and leaves the pool unchanged', async () => {
  const before = await on.exchange.pool(apple, bread);
  const short = { code: 'insufficient_funds', account: 'bob', needed: '10', available: '0', symbol: 'APPLE' } as const;
  await expect(on.exchange.execute(bob, swap(10n, { account: bob }))).rejects.toEqual(refusal(short));
  expect(await on.exchange.pool(apple, bread)).toEqual(before);
});

test('an API key from the store authenticates its account, and another text does not', async () => {
  const { id, key } = await createKey(on.store, { account: ann, role: 'trader' }, 1000);
  const caller = { account: ann, role: 'trader', keyId: id, restrictions: null };
  expect(await keysOf(on.store).authenticate(key)).toEqual(caller);
  expect(await keysOf(on.store).authenticate('mp_')).toBeUndefined();
});

test('closing executes commands already accepted and refuses later ones as overloaded', async () => {
  const exchange = await on.openAnother();
  const accepted = exchange.execute(ann, withdraw(ann, APPLE, 1n));
  const closed = exchange.close();
  await expect(exchange.execute(ann, swap(10n))).rejects.toThrow(Overloaded);
  expect(await accepted).toMatchObject({ sequence: 8 });
  await closed;
  const { transactionId, status, ...rest } = await accepted;
  expect(await on.store.posted(8)).toEqual({ id: transactionId, ...rest, receipt: (await accepted).receipt });
});

test('if the journal is rolled back, waiting commands are rejected, since they were parsed with records that are gone', async () => {
  const goBack: ((rewind: never) => void)[] = [];
  const store = Object.assign(Object.create(on.store), {
    commit: () => new Promise(() => {}),
    onRewind: (listener: (rewind: never) => void) => goBack.push(listener),
  });
  const venue = new LedgerVenue(store, { policy: POLICY, maxBatch: 1, maxQueue: 9, maxWaitMs: 60_000 });
  void venue.execute(ann, deposit(ann, APPLE, 1n));
  const waiting = venue.execute(ann, deposit(ann, APPLE, 2n));
  await new Promise((resolve) => setImmediate(resolve));
  for (const listener of goBack) listener({} as never);
  await expect(waiting).rejects.toThrow(StoreUnavailable);
});
