// A file of own proofs, as an exchange gives them: two verifiers check it without the exchange, and notice every change of it. Takes 3 s.
import { hash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { connect, type MillpondError } from '#client';
import { type KeptProof, type ProofFile, proofFile, verifyProofFile } from '#client/proof';
import { createKey } from '../../src/access/keys.ts';
import type { Account } from '../../src/core/amount.ts';
import { openProjection } from '../../src/ports/projection.ts';
import { LOG_KIND } from '../../src/ports/public-log.ts';
import { checkpointText } from '../../src/transparency/format/checkpoint.ts';
import { checkedProofs, proofsIn } from '../../src/transparency/format/kept-proofs.ts';
import { newKeyFile, parseVkey, signingKey, vkeyOf } from '../../src/transparency/format/keys.ts';
import { signNotCounted } from '../../src/transparency/format/not-counted.ts';
import { signNote } from '../../src/transparency/format/note.ts';
import { signReceipts } from '../../src/transparency/format/receipt.ts';
import { stateOwed } from '../../src/transparency/liabilities/keeper.ts';
import { Recorder } from '../../src/transparency/log/recorder.ts';
import { FileSigner } from '../../src/transparency/log/signer.ts';
import { recordAll } from '../record-all.ts';
import { exact, send } from './client.ts';
import { startServer } from './server.ts';

const FILE = newKeyFile();
const KEY = signingKey(FILE, 'example.com/log', 'note');
const vkey = vkeyOf(KEY);
let kept: Record<'transaction' | 'referred' | 'balance' | 'receipt' | 'notCounted' | 'checkpoint', KeptProof>;

beforeAll(async () => {
  const server = await startServer({ auth: 'keys', demo: true, log: { keyText: FILE } });
  const { key: ann } = await createKey(server.store, { account: 'ann' as Account, role: 'trader' }, 0);
  const { key: operator } = await createKey(server.store, { account: 'local' as Account, role: 'operator' }, 0);
  const millpond = connect(server.url, { key: ann });
  const { tokens } = await millpond.getTokens();
  const [ton, usdt] = ['TON', 'USDT'].map((name) => tokens.find(({ symbol }) => symbol === name)?.address as string);
  await connect(server.url, { key: operator }).deposit({
    account: 'ann',
    token: ton as string,
    amount: '9',
    reference: 'r',
  });
  const body = JSON.stringify({ origin: KEY.name, secret: hash('sha256', 'secret', 'hex'), firstSequence: 1 });
  await server.store.sideRecords.change([{ kind: LOG_KIND, id: '1', version: 0, body }], { nowMs: Date.now() });
  const swap = (more: object) => {
    const headers = { authorization: `Bearer ${ann}`, 'signed-receipt': 'true' };
    const asked = { Pair: { tokenA: ton, tokenB: usdt }, amount: { tokenA: 1 }, ...more };
    return send(server, { path: '/createSwap', body: asked, headers }).then(({ text }) => JSON.parse(text));
  };
  const [{ receipt, data }, other] = await Promise.all([swap({}), swap({ referrer: 'bob' })]);
  const projection = await openProjection(server.store.projection);
  await stateOwed(server.store, server.exchange, { everyMs: 1000, signal: new AbortController().signal });
  const signer = new FileSigner(FILE, `${server.path}.last`);
  await recordAll(new Recorder(projection, { signer, checkpointEveryMs: 1 }), projection);
  const proofOf = async (transactionId: string) => bare(await millpond.getTransactionProof({ transactionId }));
  const balance = await millpond.getBalanceProof({ token: ton as string });
  const refused = await millpond.getBalanceProof({ token: missing(tokens) }).catch((error: MillpondError) => error);
  const { checkpoint } = exact(await send(server, { path: '/getLog' })).data;
  kept = {
    transaction: { vkey, transaction: await proofOf(data.transactionId) },
    referred: { vkey, transaction: await proofOf(other.data.transactionId) },
    balance: { vkey, balance: { ...balance, transaction: bare(balance.transaction) } },
    receipt: { vkey, receipt },
    notCounted: { vkey, notCounted: (refused as MillpondError).statement as string },
    checkpoint: { vkey, checkpoint },
  };
  await projection.close();
  await server.close();
});

/** A token that Ann has none of. */
const missing = (tokens: readonly { readonly symbol: string; readonly address: string }[]) =>
  tokens.find(({ symbol }) => symbol !== 'TON' && symbol !== 'USDT')?.address as string;

/** Without what the answer repeats of the row and the checkpoint, and verifiers do not read. */
function bare<Proof extends object>(proof: Proof): Proof {
  const { transactionId: _, size: __, vkey: ___, ...rest } = proof as Record<string, unknown>;
  return rest as Proof;
}

/** What both verifiers find: the kinds that the client's shows, and how many faults and contradictions there are. */
async function found(file: ProofFile, key?: string) {
  const text = JSON.stringify(file);
  const { proofs, contradictions } = await verifyProofFile(JSON.parse(text), key === undefined ? undefined : { key });
  const again = checkedProofs(proofsIn(text) ?? [], key === undefined ? undefined : parseVkey(key));
  const faults = proofs.filter(({ is }) => is === 'refused').length + contradictions.length;
  const shown = proofs.filter(({ is }) => is !== 'refused' && is !== 'other');
  expect([again.shown.length, again.faults.length, again.others]).toEqual([
    ...[shown.length, faults, proofs.filter(({ is }) => is === 'other').length],
  ]);
  return { kinds: proofs.map(({ is }) => is), contradictions, says: again.shown, faults: again.faults };
}

test('a file with one of each kind holds, with the trusted key and with that in the file', async () => {
  const kinds = ['transaction', 'transaction', 'balance', 'receipt', 'notCounted', 'checkpoint'];
  const file = proofFile(Object.values(kept));
  for (const key of [vkey, undefined])
    expect(await found(file, key)).toMatchObject({ kinds, contradictions: [], faults: [] });
  const { says } = await found(file);
  expect(says[2]).toMatch(/^7000000000 units of .+ are counted for ann after transaction \d+, in example.com\/log$/);
  const next = vkeyOf(signingKey(FILE, 'example.com/log/2', 'note'));
  expect((await found(file, next)).kinds).toEqual(kinds.map(() => 'other'));
});

type Json = string | number | readonly Json[] | { readonly [name: string]: Json };

/** The value with one leaf changed, for each of its leaves. */
function* changes(value: Json): Generator<Json> {
  if (typeof value === 'number') yield value + 1;
  else if (typeof value === 'string') {
    const middle = Math.floor(value.length / 2);
    yield value.slice(0, middle) + (value[middle] === '0' ? '1' : '0') + value.slice(middle + 1);
  } else
    for (const [name, part] of Object.entries(value))
      for (const changed of changes(part))
        yield Array.isArray(value) ? value.with(Number(name), changed) : { ...value, [name]: changed };
}

describe.each(['transaction', 'referred', 'balance', 'receipt', 'notCounted', 'checkpoint'] as const)('%s', (name) => {
  test('both verifiers refuse it when any part is changed, or missing', async () => {
    const { vkey: _, ...proof } = kept[name] as Record<string, Json>;
    const [[kind = '', value = '']] = Object.entries(proof) as [[string, Json]];
    const all = [...changes(value), {}];
    expect(all.length).toBeGreaterThan(1);
    for (const changed of all) {
      const file = proofFile([{ vkey, [kind]: changed } as KeptProof]);
      expect((await found(file)).kinds, JSON.stringify(changed)).toEqual(['refused']);
    }
  });
});

test('what a log says in two ways is found: an entry, a root, and a balance that is counted and is not', async () => {
  const { receipt, balance, checkpoint } = kept as unknown as {
    receipt: { receipt: { sequence: number; atMs: number } };
    balance: { balance: { account: string; token: string; list: string } };
    checkpoint: { checkpoint: string };
  };
  const { sequence, atMs } = receipt.receipt;
  const entry = Buffer.alloc(32, 7);
  const [signed] = signReceipts([{ sequence, atMs, entry }], KEY);
  const promised = { sequence, atMs, entry: entry.toString('hex'), index: 0, path: [], note: signed?.note as string };
  const { account, token, list } = balance.balance;
  const notCounted = signNotCounted({ account, token, list: hash('sha256', list), atMs: 0 }, KEY);
  const size = Number(checkpoint.checkpoint.split('\n')[1]);
  const forged = signNote(checkpointText({ origin: KEY.name, size, root: entry }), KEY);
  const file = proofFile([
    ...Object.values(kept),
    ...[
      { vkey, receipt: promised },
      { vkey, notCounted },
      { vkey, checkpoint: forged },
    ],
  ]);
  const { kinds, contradictions } = await found(file, vkey);
  expect([kinds.includes('refused'), contradictions]).toEqual([
    false,
    [
      `The log says two things about entry ${sequence}.`,
      expect.stringMatching(/^The log says two things about what ann has of .+ in the list [\da-f]{64}\.$/),
      `The log says two things about its first ${size} entries.`,
    ],
  ]);
});

test('what is no proof at all is refused, and a text that claims a length takes no room', async () => {
  const late = signNotCounted({ account: 'ann', token: 'TON', list: 'a'.repeat(64), atMs: 9e15 }, KEY);
  const { transaction } = kept.transaction as unknown as { transaction: object };
  const hostile = [7, 'x', [], {}, { vkey }, { vkey, transaction: { ...transaction, row: { length: 1e12 } } }];
  for (const one of [...hostile, { vkey, notCounted: late }])
    expect((await found(proofFile([one as never]))).kinds, JSON.stringify(one)).toEqual(['refused']);
});

test.each([[null], [{ format: 'millpond-evidence/v1', proofs: [] }], [{ format: 'millpond-proofs/v1' }]])(
  '%j is not a file of proofs',
  async (file) => {
    await expect(verifyProofFile(file as never)).rejects.toThrow(/not a file of proofs|not a list/);
    expect(proofsIn(JSON.stringify(file))).toBeUndefined();
  },
);
