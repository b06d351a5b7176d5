// A long history of one account, read page by page.
import { Address, internal } from '@ton/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDevnet, openWallet, type TestDevnet, type TestWallet } from './devnet.ts';

const TRANSACTIONS = Number(process.env.DEVNET_TRANSACTIONS ?? 765);
const A_MESSAGE = 255;
const PAGE = 100;
const RECEIVER = new Address(0, Buffer.alloc(32, 0x21));

let devnet: TestDevnet;
let sender: TestWallet;
beforeAll(async () => {
  devnet = await openDevnet();
  sender = await openWallet(devnet, devnet.published.faucet.mnemonic);
});
afterAll(() => devnet.stop());

test(`${TRANSACTIONS} transactions are each on one page`, async () => {
  for (let sent = 0; sent < TRANSACTIONS; sent += A_MESSAGE) {
    const count = Math.min(A_MESSAGE, TRANSACTIONS - sent);
    await sender.send(
      ...Array.from({ length: count }, () => internal({ to: RECEIVER, value: '0.001', bounce: false })),
    );
  }
  const lts: bigint[] = [];
  let from: { lt: string; hash: string } | undefined;
  for (;;) {
    const page = await devnet.client.getTransactions(RECEIVER, { limit: PAGE, ...from });
    lts.push(...page.map(({ lt }) => lt));
    const last = page.at(-1);
    if (!last) break;
    from = { lt: last.lt.toString(), hash: last.hash().toString('base64') };
  }
  expect(lts.length).toBe(TRANSACTIONS);
  expect(lts).toEqual([...new Set(lts)].toSorted((a, b) => Number(b - a)));
});
