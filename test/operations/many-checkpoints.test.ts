// Thousands of checkpoints: every question about the log, a watcher that begins with the first, the audit, and what is left after days.
import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { consistencyHashes, verifyConsistency, verifyTransactionProof } from '#client/proof';
import { audit } from '../../src/audit/audit.ts';
import { openProjection } from '../../src/ports/projection.ts';
import { LOG_KIND, type StoredCheckpoint } from '../../src/ports/public-log.ts';
import { newKeyFile } from '../../src/transparency/format/keys.ts';
import { Recorder } from '../../src/transparency/log/recorder.ts';
import { FileSigner } from '../../src/transparency/log/signer.ts';
import { MAIN, Program, temporaryDirectory } from '../crash/process.ts';
import { startServer } from '../http/server.ts';
import { APPLE } from '../paper-exchange.ts';
import { ann, deposit, registerToken } from '../paper-orders.ts';
import { post } from '../store-contract/site.ts';

const CHECKPOINTS = Number(process.env.CHECKPOINTS ?? 300);
const DAY_MS = 86_400_000;

test(`${CHECKPOINTS} checkpoints`, { timeout: 600_000 }, async () => {
  const server = await startServer({ log: 'signed' });
  const projection = await openProjection(server.store.projection);
  onTestFinished(async () => {
    await projection.close();
    await server.close();
  });
  const identity = { origin: 'example.com/log', secret: hash('sha256', 'secret', 'hex'), firstSequence: 1 };
  const record = { kind: LOG_KIND, id: '1', version: 0, body: JSON.stringify(identity) };
  await server.store.sideRecords.change([record], { nowMs: Date.now() });
  const folder = temporaryDirectory();
  const signer = new FileSigner(newKeyFile(), join(folder, 'log-key.last'));
  let nowMs = DAY_MS * Math.floor(Date.now() / DAY_MS);
  const dated = { ...projection, logStanding: async () => ({ ...(await projection.logStanding()), nowMs }) };
  const recorder = new Recorder(dated, { signer, checkpointEveryMs: 0 });
  const addOne = async (): Promise<StoredCheckpoint> => {
    await post(server.store, deposit(ann, APPLE, 1n));
    await recorder.turn();
    return (await projection.lastCheckpoint()) as StoredCheckpoint;
  };
  await post(server.store, registerToken(APPLE));
  const first = await addOne();
  for (let count = 2; count <= CHECKPOINTS; count += 1) await addOne();
  const last = (await projection.lastCheckpoint()) as StoredCheckpoint;
  expect([first.size, last.size]).toEqual([2, CHECKPOINTS + 1]);

  const dataOf = async (path: string) => JSON.parse(await (await fetch(`${server.url}/${path}`)).text()).data;
  expect(await dataOf('getLog')).toMatchObject({ size: last.size, root: last.root });
  expect(await (await fetch(`${server.url}/checkpoint`)).text()).toBe(last.note);
  const { id } = (await server.store.posted(2)) as { id: string };
  const proof = await dataOf(`getTransactionProof?transactionId=${id}`);
  const trust = { key: last.vkey };
  expect(await verifyTransactionProof(proof, trust)).toMatchObject({ sequence: 2, id });
  const readTile = async (path: string) => new Uint8Array(await (await fetch(`${server.url}/${path}`)).arrayBuffer());
  const hashes = await consistencyHashes(first.size, last.size, readTile);
  const continued = await verifyConsistency({ old: first.note, now: last.note, proof: hashes }, trust);
  expect(continued.size).toBe(last.size);

  const state = join(folder, 'seen.json');
  writeFileSync(state, JSON.stringify({ vkey: last.vkey, checkpoint: first.note }));
  const watch = new Program([process.execPath, MAIN, 'watch', server.url, '--once', '--state', state]);
  expect([(await watch.ended).code, watch.stderr]).toEqual([0, '']);
  expect(watch.stdout).toContain('continues the last checkpoint');

  const auditNow = async () => (await audit(server.store, () => {})).log.checkpoints;
  expect(await auditNow()).toBe(CHECKPOINTS);
  // All of yesterday are kept; of the day before, only the last one.
  nowMs += DAY_MS;
  await addOne();
  expect(await auditNow()).toBe(CHECKPOINTS + 1);
  nowMs += 30 * DAY_MS;
  await addOne();
  expect(await auditNow()).toBe(3);
  await recorder.close();
});
