// A database that was restored from a backup: a request that is repeated with its Idempotency-Key is found on the chain and
// not sent again. One devnet: 8 s of CPU.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Address } from '@ton/core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { auditChainRequests } from '../../../src/audit/chain-requests.ts';
import { type Account, amount, ppm } from '../../../src/core/amount.ts';
import { compareWithChain } from '../../../src/ton/audit/chain.ts';
import type { ChainCommand } from '../../../src/ton/venue/history.ts';
import { openStore } from '../../exchange-file.ts';
import { openNode, type PaperTon, paperTon } from './paper-ton.ts';

type Node = Awaited<ReturnType<typeof openNode>>;

const folder = mkdtempSync(join(tmpdir(), 'millpond-ton-'));
const mover = 'mover' as Account;
let on: PaperTon;

beforeAll(async () => {
  on = await paperTon(folder);
  await on.fund(mover, { TON: '1000', USDT: '10000' });
});

afterAll(async () => {
  await on.stop();
  rmSync(folder, { recursive: true });
});

/** Copies the database as it is now; a node can be started on the copy later. */
function backUp(): () => Promise<Node> {
  const path = join(folder, `${randomUUID()}.db`);
  const db = new DatabaseSync(join(folder, 'millpond.db'), { timeout: 60_000 });
  db.exec(`VACUUM INTO '${path}'`);
  db.close();
  return async () => {
    const node = await openNode(await openStore(path), on.server);
    node.start();
    onTestFinished(async () => {
      await node.close();
      await node.registry.close();
    });
    return node;
  };
}

const pair = (a: string, b: string) => ({ tokenA: on.token(a), tokenB: on.token(b) });
const units = (value: number) => amount(BigInt(Math.round(value * 1e6)));
const nano = (value: number) => amount(BigInt(Math.round(value * 1e9)));
const balanceOf = async (address: Address) => (await on.dex.chain.account(address)).balance;
const payee = (number: number) => new Address(0, Buffer.alloc(32, number));
/** Moves the price, so that a repeated request would be planned with other amounts. */
const movePrice = () =>
  on.venue.execute(mover, { kind: 'swap', account: mover, ...pair('TON', 'USDT'), amountA: nano(50) });

/** All that the account holds, in base units. */
async function holdings(account: Account): Promise<readonly bigint[]> {
  const { address } = await on.wallets.of(account);
  const pool = await on.dex.pool(on.token('TON'), on.token('USDT'));
  if (!pool) throw new Error('the devnet has this pool');
  return [
    await balanceOf(address),
    await on.dex.balance(on.token('USDT'), address),
    await on.dex.balance(on.token('STON'), address),
    await on.dex.lpBalance(pool, address),
  ];
}

async function settled({ venue, store }: Pick<Node, 'venue' | 'store'>, command: ChainCommand, key?: string) {
  const done = await venue.execute(command.account, command, key);
  expect(done.status).toBe('completed');
  const request = await store.chainRequests.find(done.transactionId);
  const { transactionHash } = JSON.parse(request?.result ?? '{}') as { transactionHash: string };
  return { transactionHash, receipt: 'receipt' in done ? done.receipt : null };
}

const COMMANDS: Readonly<Record<string, (account: Account) => ChainCommand>> = {
  'a transfer of TON': (account) => ({
    ...{ kind: 'transfer', account, token: on.token('TON'), to: payee(1).toString() as Account, amount: nano(3) },
  }),
  'a transfer of most of the TON': (account) => ({
    ...{ kind: 'transfer', account, token: on.token('TON'), to: payee(2).toString() as Account, amount: nano(70) },
  }),
  'a transfer of a token with a memo': (account) => ({
    ...{ kind: 'transfer', account, token: on.token('USDT'), to: mover, amount: units(900), memo: 'rent' },
  }),
  'a swap': (account) => ({ kind: 'swap', account, ...pair('TON', 'USDT'), amountA: nano(5) }),
  'a swap of most of a token': (account) => ({ kind: 'swap', account, ...pair('USDT', 'STON'), amountA: units(990) }),
  'a swap for an exact amount': (account) => ({ kind: 'swap', account, ...pair('TON', 'USDT'), amountB: units(10) }),
  'a swap whose minimum is now out of reach': (account) => ({
    ...{ kind: 'swap', account, ...pair('TON', 'USDT'), amountA: nano(1), minReceived: units(2.45) },
  }),
  'a provision': (account) => ({
    ...{ kind: 'provide', account, ...pair('TON', 'USDT'), amountA: nano(10), amountB: units(25) },
    maxPriceImpactPpm: ppm(500_000n),
  }),
};

/** Requests as stored that do not add up, or ended in another way than on the chain. */
async function expectSound({ store }: Node): Promise<void> {
  await auditChainRequests(store);
  const all = { requests: store.chainRequests, chain: on.dex.chain, most: 99, onProgress() {} };
  expect((await compareWithChain(all)).fault).toBeUndefined();
}

const newAccount = async (name: string): Promise<Account> => {
  const account = `of-${name.replaceAll(' ', '-')}` as Account;
  await on.fund(account, { TON: '100', USDT: '1000' });
  return account;
};

const AMOUNTS = ['amount', 'amountA', 'amountB', 'lpTokens', 'fees', 'pool'];

/** Repeats a request on a restored node; expects its first outcome, and that the wallet has sent nothing more. */
async function expectSame(node: Node, command: ChainCommand, first: Awaited<ReturnType<typeof settled>>) {
  const after = await holdings(command.account);
  const repeated = await settled(node, command, 'once');
  expect(repeated.transactionHash).toBe(first.transactionHash);
  const [was, is] = [first.receipt, repeated.receipt] as [Record<string, unknown>, Record<string, unknown>];
  expect(AMOUNTS.map((name) => [name, is[name]])).toEqual(AMOUNTS.map((name) => [name, was[name]]));
  expect(await settled(node, command, 'once')).toEqual(repeated);
  expect(await holdings(command.account)).toEqual(after);
  await expectSound(node);
}

test.each(Object.keys(COMMANDS))(
  '%s that the backup lacks is not sent again under its key, and ends with its first transaction',
  async (what) => {
    const command = (COMMANDS[what] as (typeof COMMANDS)[string])(await newAccount(what));
    const restore = backUp();
    const first = await settled(on, command, 'once');
    await movePrice();
    await expectSame(await restore(), command, first);
  },
);

test('a withdrawal of all liquidity that the backup lacks ends with its first transaction, although nothing is left to withdraw', async () => {
  const account = await newAccount('withdrawal');
  await settled(on, { kind: 'provide', account, ...pair('TON', 'USDT'), amountA: nano(10), amountB: units(25) }, 'in');
  const restore = backUp();
  const command = { kind: 'refund', account, ...pair('TON', 'USDT') } as const;
  await expectSame(await restore(), command, await settled(on, command, 'once'));
});

test('a request is found on the chain also after the restored exchange has sent others from the same wallet', async () => {
  const account = await newAccount('others first');
  const [command, other] = [10, 20].map((value) => ({
    ...{ kind: 'swap', account, ...pair('USDT', 'STON'), amountA: units(value) },
  })) as [ChainCommand, ChainCommand];
  await settled(on, other, 'before');
  const restore = backUp();
  const first = await settled(on, command, 'once');
  const second = await settled(on, other, 'also lost');
  const node = await restore();
  await settled(node, other, 'new');
  await expectSame(node, command, first);
  await settled(node, other, 'newer');
  const repeated = await settled(node, other, 'also lost');
  expect(repeated.transactionHash).toBe(second.transactionHash);
  expect((await settled(node, other, 'before')).transactionHash).not.toBe(second.transactionHash);
  await expectSound(node);
});

test('without a key, under another key, or with another amount, a request is a new one', async () => {
  const account = await newAccount('new ones');
  const to = payee(3);
  const command = (value: number): ChainCommand => ({
    ...{ kind: 'transfer', account, token: on.token('TON'), to: to.toString() as Account, amount: nano(value) },
  });
  const restore = backUp();
  await settled(on, command(1), 'once');
  await settled(on, command(2));
  const node = await restore();
  await settled(node, command(2));
  await settled(node, command(1), 'twice');
  await settled(node, command(4), 'once');
  // Storage costs a few nanotons.
  expect(Number(await balanceOf(to)) / 1e9).toBeCloseTo(10, 5);
  await expectSound(node);
});

test('a repeated provision is the same request, whatever the exchange adds to it', async () => {
  const account = await newAccount('same provision');
  const command = { kind: 'provide', account, ...pair('TON', 'USDT'), amountA: nano(10), amountB: units(25) } as const;
  const first = await settled(on, { ...command, coarse: null, mayCreatePool: true }, 'once');
  expect(await settled(on, { ...command, coarse: on.token('USDT') }, 'once')).toEqual(first);
});
