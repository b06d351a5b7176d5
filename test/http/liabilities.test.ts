// What the exchange owes over HTTP: who may ask, what is answered before the first document, and that the client's verifier accepts the proofs. Takes 2 s.
import { hash } from 'node:crypto';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { connect, MillpondError } from '#client';
import { verifyBalanceProof, verifyNotCounted, verifyTransactionProof } from '#client/proof';
import { lpToken } from '../../src/core/accounts.ts';
import type { Account, PoolAddress } from '../../src/core/amount.ts';
import type { Pool } from '../../src/core/pool.ts';
import { sequenceOf } from '../../src/core/settle/transaction-id.ts';
import { openProjection, type Projection } from '../../src/ports/projection.ts';
import { LOG_KIND } from '../../src/ports/public-log.ts';
import { newKeyFile } from '../../src/transparency/format/keys.ts';
import { stateOwed } from '../../src/transparency/liabilities/keeper.ts';
import { Recorder } from '../../src/transparency/log/recorder.ts';
import { FileSigner } from '../../src/transparency/log/signer.ts';
import { verifiedAmount } from '../log/balance-verifier.ts';
import { naiveLeaf, naiveRoot } from '../log/naive.ts';
import { recordAll } from '../record-all.ts';
import { exact, send } from './client.ts';
import { headersOf } from './keys-of.ts';
import { type Server, startServer } from './server.ts';

const KEY = newKeyFile();
let server: Server;
let projection: Projection;
let ton: string;
/** Ann's open order, which holds 2 of her 12.5 TON. */
let order: number;
const headers: Record<string, Record<string, string>> = {};

beforeAll(async () => {
  server = await startServer({ auth: 'keys', demo: true, log: { keyText: KEY } });
  Object.assign(headers, await headersOf(server, { local: 'operator', ann: 'trader', bob: 'trader' }));
  const { tokens } = exact(await send(server, { path: '/getTokens' })).data;
  ton = tokens.find(({ symbol }: { symbol: string }) => symbol === 'TON').address;
  const deposit = { account: 'ann', token: ton, amount: 12.5, reference: 'r' };
  exact(await send(server, { path: '/deposit', body: deposit, headers: by('local') }));
  const tokenB = tokens.find(({ symbol }: { symbol: string }) => symbol === 'USDT').address;
  const sale = { Pair: { tokenA: ton, tokenB }, amount: { tokenA: 2 }, price: 1000 };
  const { orderId } = exact(await send(server, { path: '/createOrder', body: sale, headers: by('ann') })).data;
  order = sequenceOf(orderId) as number;
  projection = await openProjection(server.store.projection);
  const body = { origin: 'example.com/log', secret: hash('sha256', 'secret', 'hex'), firstSequence: 1 };
  const log = { kind: LOG_KIND, id: '1', version: 0, body: JSON.stringify(body) };
  await server.store.sideRecords.change([log], { nowMs: Date.now() });
});
afterAll(async () => {
  await projection.close();
  await server.close();
});

const by = (account: string) => headers[account] as Record<string, string>;
const dataOf = ({ text }: { text: string }) => JSON.parse(text).data;
const told = ({ status, headers, text }: Awaited<ReturnType<typeof send>>) => [
  status,
  headers.get('error-code'),
  JSON.parse(text).error,
];
const ask = (query = '') => send(server, { path: `/getLiabilities${query}` });
const askProof = (token: string, account = 'ann', more = '') =>
  send(server, { path: `/getBalanceProof?token=${encodeURIComponent(token)}${more}`, headers: by(account) });

async function record(): Promise<void> {
  const signer = new FileSigner(KEY, `${server.path}.last`);
  const recorder = new Recorder(projection, { signer, checkpointEveryMs: 1 });
  await recordAll(recorder, projection);
}

async function providerOf(pool: Pool | undefined): Promise<Account | undefined> {
  for (const { account } of await server.store.accounts({ after: '', limit: 99 })) {
    const { balances } = await server.store.read([{ account, token: lpToken(pool?.address as PoolAddress) }]);
    if (balances[0]) return account;
  }
  return undefined;
}

/** As a server does it: on a thread of its own. */
async function stateNow(everyMs = 1000): Promise<number | undefined> {
  const made = await stateOwed(server.store, server.exchange, { everyMs, signal: new AbortController().signal });
  return made?.asOf;
}

test('before the first document there is none, for anybody', async () => {
  const none = [
    404,
    'not_found',
    'This exchange has not stated yet what it owes: it does so every LIABILITIES_HOURS, or when its operator runs millpond liabilities.',
  ];
  expect(told(await ask())).toEqual(none);
  expect(told(await askProof(ton))).toEqual(none);
});

test('a document that is in no checkpoint yet is told, and proven some seconds later', async () => {
  const head = await server.store.head();
  expect(await stateNow()).toBe(head);
  expect(dataOf(await ask())).toMatchObject({ sequence: head, checkpoint: null, transaction: null });
  expect(told(await askProof(ton)).slice(0, 2)).toEqual([503, 'not_logged_yet']);
  await record();
  expect(dataOf(await ask()).checkpoint).toContain(`example.com/log\n${head + 1}\n`);
});

test('anybody can put the list together from the pages, and hash it', async () => {
  const {
    tokens,
    sequence,
    at,
    log,
    intervalMs,
    previous,
    hash: stated,
    transactionId,
    own,
  } = dataOf(await ask('?limit=200'));
  expect(own).toBeNull();
  const lines: string[] = tokens.map(({ line }: { line: string }) => line);
  const root = naiveRoot(lines.map((line) => naiveLeaf(Buffer.from(line)))).toString('hex');
  const head = [
    'millpond-liabilities/v2',
    sequence,
    Date.parse(at),
    log,
    intervalMs,
    previous ?? 'none',
    lines.length,
    root,
  ];
  expect(hash('sha256', head.map((field) => `${field}\n`).join(''), 'hex')).toBe(stated);
  expect((await server.store.posted(sequence + 1))?.id).toBe(transactionId);
  const paged: unknown[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = dataOf(await ask(`?limit=1${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`));
    paged.push(...page.tokens);
    cursor = page.nextCursor;
  }
  expect(paged).toEqual(tokens);
  expect(told(await ask('?cursor=no%20token')).slice(0, 2)).toEqual([400, 'bad_cursor']);
});

test("the exchange's own accounts are public: anybody can add them up to the total of a token", async () => {
  const all = dataOf(await ask(`?token=${ton}&limit=200`));
  const [{ line, total, peopleTotal }] = all.tokens;
  const lines = all.own.map(({ account, amountBase }: Record<string, string>) => `${amountBase} ${account}\n`).join('');
  const [, , , ownTotal, ownHash] = line.split(' ');
  expect(hash('sha256', lines, 'hex')).toBe(ownHash);
  expect(all.own.reduce((sum: bigint, { amountBase }: { amountBase: string }) => sum + BigInt(amountBase), 0n)).toBe(
    BigInt(ownTotal),
  );
  expect(total - peopleTotal).toBeGreaterThan(0);
  const reserves = await server.store.pools({ after: 0, limit: 9 });
  for (const { account } of all.own)
    expect(reserves.map(({ address }) => `pool ${address}`)).toContain(account.replace(' fees', ''));
  const paged: unknown[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = dataOf(
      await ask(`?token=${ton}&limit=1${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`),
    );
    paged.push(...page.own);
    cursor = page.nextCursor;
  }
  expect(paged).toEqual(all.own);
  expect(told(await ask(`?token=${ton}&cursor=ann`)).slice(0, 2)).toEqual([400, 'bad_cursor']);
  expect(told(await ask('?token=EQunknown')).slice(0, 2)).toEqual([404, 'unknown_token']);
});

test('anybody can check that the hash of the totals is in the public log', async () => {
  const { vkey } = dataOf(await send(server, { path: '/getLog' }));
  const { transaction, hash: stated, checkpoint } = dataOf(await ask());
  const { receipt } = await verifyTransactionProof(transaction, { key: vkey });
  expect(JSON.parse(receipt)).toMatchObject({ kind: 'liabilities', hash: stated });
  expect(transaction.checkpoint).toBe(checkpoint);
  const other = { ...transaction, row: transaction.row.replace(stated, hash('sha256', 'other totals', 'hex')) };
  await expect(verifyTransactionProof(other, { key: vkey })).rejects.toThrow();
});

test('the owner of a balance gets a proof that the verifier of the client package accepts', async () => {
  const { vkey } = dataOf(await send(server, { path: '/getLog' }));
  const proof = dataOf(await askProof(ton));
  const { sequence, hash: stated } = dataOf(await ask());
  expect(hash('sha256', proof.list, 'hex')).toBe(stated);
  expect(JSON.stringify(proof).length).toBeLessThan(10_000);
  const checked = await verifyBalanceProof(proof, { key: vkey });
  expect(checked).toMatchObject({ account: 'ann', token: ton, amount: 12_500_000_000n, sequence });
  expect(verifiedAmount(proof, vkey)).toBe(12_500_000_000n);
  const lesser = verifyBalanceProof({ ...proof, amount: '12400000000' }, { key: vkey });
  await expect(lesser).rejects.toThrow('This balance is not counted');
});

test('operators prove any account, LP tokens by the address of their pool; others only their own', async () => {
  const { vkey } = dataOf(await send(server, { path: '/getLog' }));
  expect(dataOf(await askProof(ton, 'local', '&account=ann'))).toMatchObject({ account: 'ann' });
  const forbidden = [403, 'forbidden', 'Only operators can see other accounts.'];
  expect(told(await askProof(ton, 'bob', '&account=ann'))).toEqual(forbidden);
  expect((await send(server, { path: `/getBalanceProof?token=${ton}` })).status).toBe(401);
  const [pool] = await server.store.pools({ after: 0, limit: 1 });
  const proof = dataOf(await askProof(pool?.address ?? '', 'local', `&account=${await providerOf(pool)}`));
  expect(await verifyBalanceProof(proof, { key: vkey })).toMatchObject({ token: `LP ${pool?.address}` });
});

test('nobody gets a path of an order, a pool or another account of the exchange, whose neighbours it would tell', async () => {
  const [pool] = await server.store.pools({ after: 0, limit: 1 });
  const accounts = [`order ${order}`, `order ${order} stop`, `pool ${pool?.address}`, 'the lock', 'the issuer'];
  for (const account of accounts)
    for (const caller of ['ann', 'bob', 'local']) {
      const answer = await askProof(ton, caller, `&account=${encodeURIComponent(account)}`);
      expect(told(answer).slice(0, 2)).toEqual([400, 'invalid_request']);
    }
});

test('that an account is not counted is a failure, with a statement that the log has signed', async () => {
  const { sequence, at, hash: list } = dataOf(await ask());
  const { vkey } = dataOf(await send(server, { path: '/getLog' }));
  const answer = await askProof(ton, 'bob');
  expect(told(answer)).toEqual([
    404,
    'balance_not_counted',
    `bob is not counted among the holders of TON at ${at} (after transaction ${sequence}): only balances above zero are.`,
  ]);
  expect(Object.keys(JSON.parse(answer.text))).toEqual(['error']);
  const asBob = connect(server.url, { key: by('bob').authorization?.slice('Bearer '.length) as string });
  const failed = await asBob.getBalanceProof({ token: ton }).catch((error) => error);
  expect(failed).toBeInstanceOf(MillpondError);
  const { statement } = failed as MillpondError;
  expect(Buffer.from(answer.headers.get('signed-statement') as string, 'base64').toString()).toBe(statement);
  const stated = { origin: 'example.com/log', account: 'bob', token: ton, list, timeMs: Date.parse(at) };
  expect(await verifyNotCounted(statement as string, { key: vkey })).toMatchObject(stated);
  expect(told(await askProof('EQunknown', 'bob')).slice(0, 2)).toEqual([404, 'unknown_token']);
});

test('a node that has no key, or does not know what was signed last, refuses the same without a statement', async () => {
  const other = await startServer({ auth: 'keys', path: server.path, log: 'signed' });
  onTestFinished(() => other.close());
  const unsure = await startServer({ auth: 'keys', path: server.path, log: { keyText: KEY }, unsure: 'a test' });
  onTestFinished(() => unsure.close());
  for (const node of [other, unsure]) {
    const answer = await send(node, { path: `/getBalanceProof?token=${ton}`, headers: by('bob') });
    expect([...told(answer).slice(0, 2), answer.headers.get('signed-statement')]).toEqual([
      ...[404, 'balance_not_counted', null],
    ]);
  }
});

test('a document is stated only when one is due', async () => {
  const head = await server.store.head();
  expect(await stateNow(3_600_000)).toBeUndefined();
  expect(await server.store.head()).toBe(head);
});

test('anybody gets the statements with their proofs, in both directions, page by page; newer ones than the checkpoint are left out', async () => {
  const all = async (query: string) => {
    const found: { sequence: number; kind: string; row: string; vkey: string }[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const answer = await send(server, { path: `/getStatements?limit=1${query}${cursor && `&cursor=${cursor}`}` });
      expect(answer.status).toBe(200);
      const { statements, nextCursor } = dataOf(answer);
      found.push(...statements);
      cursor = nextCursor;
    }
    return found;
  };
  const covered = await all('');
  await stateNow(0);
  expect(await all('')).toEqual(covered);
  await stateNow(0);
  await record();
  const newest = await all('');
  expect(newest.length).toBeGreaterThanOrEqual(2);
  expect((await all('&order=asc')).toReversed()).toEqual(newest);
  expect(await all('&kind=audited')).toEqual([]);
  for (const statement of newest) {
    const verified = await verifyTransactionProof(statement as never, { key: statement.vkey });
    expect([verified.sequence, verified.kind]).toEqual([statement.sequence, 'liabilities']);
  }
  // Each names the one before it.
  const receipts = newest.map(({ row }) => JSON.parse(row.split('\n').at(-1) as string));
  expect(receipts.map(({ previous }) => previous)).toEqual([...receipts.slice(1).map(({ hash }) => hash), null]);
  expect((await send(server, { path: '/getStatements?cursor=x' })).status).toBe(400);
});
