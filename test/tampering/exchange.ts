// An exchange in a file that has one of each thing: orders, a match, people's keys, lists of what is owed, an audited point, checkpoints, a second log.
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { audit } from '../../src/audit/audit.ts';
import type { BroughtCheckpoint } from '../../src/audit/log.ts';
import { statePoint } from '../../src/audit/statement.ts';
import { copyExchange } from '../../src/ledger/copy.ts';
import { LedgerVenue } from '../../src/ledger/ledger-venue.ts';
import { Projector } from '../../src/market/projector.ts';
import type { Unstated } from '../../src/ports/liabilities.ts';
import { openProjection } from '../../src/ports/projection.ts';
import { LOG_KIND, type StoredCheckpoint } from '../../src/ports/public-log.ts';
import type { Store } from '../../src/ports/store.ts';
import { openSqliteCopyTarget } from '../../src/store/sqlite/copy-target.ts';
import { newKeyFile } from '../../src/transparency/format/keys.ts';
import { publishStatement } from '../../src/transparency/liabilities/keeper.ts';
import { LiabilitiesMaker } from '../../src/transparency/liabilities/maker.ts';
import { Recorder } from '../../src/transparency/log/recorder.ts';
import { FileSigner } from '../../src/transparency/log/signer.ts';
import { observerOf } from '../exchange-file.ts';
import { APPLE, BREAD } from '../paper-exchange.ts';
import {
  ann,
  bob,
  closeOrder,
  collectFees,
  deposit,
  fillOrder,
  matchOrders,
  pairOf,
  placeOrder,
  setPoolFees,
  swap,
  transfer,
  updateToken,
  withdraw,
} from '../paper-orders.ts';
import { recordAll } from '../record-all.ts';
import { MARKET, order, POLICY, post } from '../store-contract/site.ts';

export const KEY = newKeyFile();
const ORIGIN = 'example.com/log';

/** Fills an exchange and closes its store. The folder is for what is kept beside the key. Returns its last checkpoint. */
export async function prepare(
  store: Store,
  folder: string,
  before: (store: Store) => Promise<void> = async () => {},
): Promise<BroughtCheckpoint> {
  const kept = await openProjection(store.projection);
  const venue = new LedgerVenue(store, { policy: POLICY, maxBatch: 1, maxQueue: 9, maxWaitMs: 60_000 });
  const identify = async (number: number, firstSequence: number) => {
    const secret = hash('sha256', `secret ${number}`, 'hex');
    const body = JSON.stringify({ origin: number === 1 ? ORIGIN : `${ORIGIN}/${number}`, secret, firstSequence });
    await store.sideRecords.change([{ kind: LOG_KIND, id: String(number), version: 0, body }], { nowMs: Date.now() });
  };
  const record = async (): Promise<StoredCheckpoint> => {
    const signer = new FileSigner(KEY, join(folder, 'key.last'));
    await recordAll(new Recorder(kept, { signer, checkpointEveryMs: 1 }), kept);
    return (await kept.lastCheckpoint()) as StoredCheckpoint;
  };
  const follow = async () => {
    const observer = await observerOf(store);
    const projector = new Projector(observer, { leaseMs: 60_000, renewEveryMs: 0, storeEveryMs: 0 });
    const head = await store.head();
    for (let cursor = -1; cursor < head; cursor = (await kept.standing()).cursor ?? 0) await projector.turn();
    await projector.close();
    await observer.close();
  };
  const stateList = async () =>
    publishStatement((await new LiabilitiesMaker(kept, store).make(0)) as Unstated, venue, kept);

  await post(
    store,
    ...MARKET,
    placeOrder(10_000n, 30_000n),
    placeOrder(5000n, 30_000n, { inParts: false }),
    fillOrder(8, 4000n, 10_000n),
    deposit(bob, BREAD, 9000n),
    placeOrder(9000n, 2200n, { account: bob, ...pairOf(BREAD, APPLE) }),
    matchOrders(1000n, [8, 6000n], [12, 9000n]),
    closeOrder(9),
    swap(1000n),
    transfer(APPLE, 7n),
    withdraw(ann, APPLE, 5n),
    setPoolFees(),
    updateToken(APPLE, { name: 'An apple' }),
    collectFees(),
  );
  await store.commit([order(swap(30n), ann, { key: 'a key', fingerprint: 'ab' })]);
  await identify(1, 1);
  await stateList();
  const { note, size: shared } = await record();
  await post(store, { kind: 'forked', log: 2, checkpoint: note, shared });
  await identify(2, await store.head());
  await post(store, swap(40n));
  await stateList();
  await follow();
  await record();
  const chain = { nowMs: Date.now(), fullEveryMs: 86_400_000, onFull: () => {} };
  const { point } = await audit(store, () => {}, { chain, keyText: KEY });
  if (!point) throw new Error('the audit ended nowhere');
  await statePoint(point, venue, store.audits);
  await follow();
  const { size, root } = await record();
  const keyId = 'k';
  await store.addKey({
    id: keyId,
    account: ann,
    role: 'trader',
    hash: 's',
    name: 'n',
    restrictions: null,
    createdAtMs: 1,
    revokedAtMs: null,
  });
  await store.addSession({ hash: 'h', keyId, expiresAtMs: 2, begunAtMs: 1, device: 'd' }, { nowMs: 1, mostOfKey: 9 });
  await before(store);
  await kept.close();
  await venue.close();
  return { origin: `${ORIGIN}/2`, size, root };
}

export async function backUp(store: Store, path: string): Promise<void> {
  const target = await openSqliteCopyTarget({ path, busyTimeoutMs: 60_000 });
  await copyExchange(store, target, () => {});
  await target.close();
}
