// Tokens alone: supply, transfers with a notification, and wallet addresses (TEP-74, TEP-64, TEP-89).
import { createHash } from 'node:crypto';
import { Address, beginCell, Dictionary, toNano } from '@ton/core';
import type { BlockchainSnapshot } from '@ton/sandbox';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { burnBody, transferBody } from '../../src/contracts/jetton.ts';
import { JETTON } from '../../src/contracts/ops.ts';
import { Exchange, HELD, type Person } from './exchange.ts';

const AMOUNT = 12_345n;

let exchange: Exchange;
let alice: Person;
let bob: Person;
let fresh: BlockchainSnapshot;

beforeAll(async () => {
  exchange = await Exchange.open();
  alice = await exchange.person('alice');
  bob = await exchange.chain.treasury('bob');
  fresh = exchange.chain.snapshot();
});

beforeEach(() => exchange.chain.loadFrom(fresh));

const jettonData = async () => {
  const { stackReader: stack } = await exchange.chain.runGetMethod(exchange.tokenA, 'get_jetton_data');
  return {
    supply: stack.readBigNumber(),
    isMintable: stack.readBoolean(),
    admin: stack.readAddress(),
    content: stack.readCell(),
  };
};

test('the minter returns supply, admin and metadata', async () => {
  const { supply, isMintable, admin, content } = await jettonData();
  expect([supply, isMintable, `${admin}`]).toEqual([HELD, true, `${exchange.admin.address}`]);
  const entries = content.beginParse().skip(8).loadDict(Dictionary.Keys.Buffer(32), Dictionary.Values.Cell());
  const text = (name: string) =>
    entries.get(createHash('sha256').update(name).digest())?.beginParse().skip(8).loadStringTail();
  expect([text('symbol'), text('name'), text('decimals')]).toEqual(['A', 'Token A', '9']);
});

test('a transfer notifies the receiver with the forwarded TON and payload', async () => {
  const forwardPayload = beginCell().storeStringTail('thank you').endCell();
  const forwardTon = toNano('0.02');
  const body = transferBody({
    queryId: 5n,
    amount: AMOUNT,
    destination: bob.address,
    response: alice.address,
    forwardTon,
    forwardPayload,
  });
  const { transactions } = await exchange.send(
    alice,
    exchange.walletOf(alice.address, exchange.tokenA),
    toNano('0.1'),
    body,
  );
  expect(await exchange.balance(alice.address, exchange.tokenA)).toBe(HELD - AMOUNT);
  expect(await exchange.balance(bob.address, exchange.tokenA)).toBe(AMOUNT);
  const told = transactions.find(({ inMessage }) => inMessage?.info.dest?.toString() === `${bob.address}`)?.inMessage;
  const expected = beginCell()
    .storeUint(JETTON.transferNotification, 32)
    .storeUint(5, 64)
    .storeCoins(AMOUNT)
    .storeAddress(alice.address)
    .storeMaybeRef(forwardPayload)
    .endCell();
  expect(told?.body.equals(expected)).toBe(true);
  expect(told?.info.type === 'internal' && told.info.value.coins).toBe(forwardTon);
});

test('burning reduces the supply', async () => {
  const body = burnBody({ queryId: 0n, amount: AMOUNT, response: alice.address });
  await exchange.send(alice, exchange.walletOf(alice.address, exchange.tokenA), toNano('0.1'), body);
  expect((await jettonData()).supply).toBe(HELD - AMOUNT);
  expect(await exchange.balance(alice.address, exchange.tokenA)).toBe(HELD - AMOUNT);
});

test.each([
  ['token', () => exchange.tokenA],
  ['TON', () => exchange.pton],
])('the %s minter names the wallet of an owner, or null for one on another workchain', async (_, minter) => {
  for (const owner of [bob.address, new Address(-1, Buffer.alloc(32, 3))]) {
    const question = beginCell()
      .storeUint(JETTON.provideWalletAddress, 32)
      .storeUint(8, 64)
      .storeAddress(owner)
      .storeBit(true)
      .endCell();
    const { transactions } = await exchange.send(alice, minter(), toNano('0.1'), question);
    const answer = transactions.at(-1)?.inMessage?.body.beginParse();
    expect([answer?.loadUint(32), answer?.loadUint(64)]).toEqual([JETTON.takeWalletAddress, 8]);
    const expected = owner.workChain === 0 ? `${exchange.walletOf(owner, minter())}` : 'null';
    expect(`${answer?.loadMaybeAddress()}`).toBe(expected);
    expect(`${answer?.loadMaybeRef()?.beginParse().loadAddress()}`).toBe(`${owner}`);
  }
});
