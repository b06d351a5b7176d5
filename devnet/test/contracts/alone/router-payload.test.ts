// Whatever payload comes with tokens, the router does not fail: it passes them on to the pool of the pair or returns all of them.
import { Address, type Builder, beginCell, Cell, type Message, toNano } from '@ton/core';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { anyAmount } from '../../../../test/arbitraries.ts';
import { CODE } from '../../../src/contracts/code.ts';
import { addressOf, poolInit, routerInit } from '../../../src/contracts/init.ts';
import { EXIT, JETTON, V1 } from '../../../src/contracts/ops.ts';
import { addressNumber, LoneContract } from './contract.ts';

const RUNS = Number(process.env.ROUTER_PAYLOADS ?? 120);

const init = routerInit({ admin: addressNumber(1) });
const ROUTER = addressOf(init);
const [WALLET, OTHER_WALLET, SENDER, RECEIVER] = [2, 3, 4, 5].map(addressNumber) as [
  Address,
  Address,
  Address,
  Address,
];
const POOL = addressOf(poolInit({ router: ROUTER, walletA: WALLET, walletB: OTHER_WALLET }));
const MASTERCHAIN = new Address(-1, Buffer.alloc(32, 6));
const AMOUNT = 123_456n;

let router: LoneContract;

beforeAll(async () => {
  router = await LoneContract.open(ROUTER, CODE.router);
});

type Notified = {
  readonly payload: Cell | Builder;
  readonly amount?: bigint;
  readonly ton?: bigint;
  readonly from?: Address;
};

const notification = ({ payload, amount = AMOUNT, from = SENDER }: Notified): Cell =>
  beginCell()
    .storeUint(JETTON.transferNotification, 32)
    .storeUint(9, 64)
    .storeCoins(amount)
    .storeAddress(from)
    .storeSlice('endCell' in payload ? payload.endCell().beginParse() : payload.beginParse())
    .endCell();

/** The one message that the router sent; fails if there is not exactly one. */
async function sentFor(notified: Notified, data = init.data) {
  const { exitCode, sent } = await router.take(data, WALLET, notification(notified), notified.ton ?? toNano('0.3'));
  expect([exitCode, sent.length]).toEqual([0, 1]);
  return kindOf(sent[0] as Message);
}

type Kind =
  | { readonly kind: 'back'; readonly amount: bigint; readonly exitCode: number }
  | { readonly kind: 'swap' | 'provide'; readonly amount: bigint };

function kindOf({ info, body }: Message): Kind {
  const [content, to] = [body.beginParse(), `${info.dest}`];
  const op = content.loadUint(32);
  content.skip(64);
  if (op === V1.swap) {
    content.loadAddress();
    expect(`${content.loadAddress()}`).toBe(`${WALLET}`);
    return { kind: 'swap', amount: content.loadCoins() };
  }
  if (op === V1.provideLp) {
    content.loadAddress();
    content.loadCoins();
    return { kind: 'provide', amount: content.loadCoins() + content.loadCoins() };
  }
  expect([op, to]).toEqual([JETTON.transfer, `${WALLET}`]);
  const amount = content.loadCoins();
  expect([`${content.loadAddress()}`, `${content.loadAddress()}`]).toEqual([`${SENDER}`, `${SENDER}`]);
  content.skip(1);
  content.loadCoins();
  return { kind: 'back', amount, exitCode: content.skip(1).loadUint(32) };
}

const swap = (more: { ask?: Address; to?: Address; referrer?: Address } = {}): Builder => {
  const { ask = OTHER_WALLET, to = RECEIVER, referrer } = more;
  const payload = beginCell().storeUint(V1.swap, 32).storeAddress(ask).storeCoins(1).storeAddress(to);
  return referrer ? payload.storeBit(true).storeAddress(referrer) : payload.storeBit(false);
};
const provide = (other = OTHER_WALLET): Builder =>
  beginCell().storeUint(V1.provideLp, 32).storeAddress(other).storeCoins(1);

const inRef = (payload: Builder): Builder => beginCell().storeBit(true).storeRef(payload);
const invalid: Kind = { kind: 'back', amount: AMOUNT, exitCode: EXIT.bounceInvalidRequest };

/** A library cell whose library does not exist. */
const library = new Cell({ exotic: true, bits: beginCell().storeUint(2, 8).storeUint(1, 256).endCell().bits });

describe('tokens sent to the router with a payload', () => {
  test.each<[string, Notified, Kind]>([
    ['a swap goes to the pool', { payload: inRef(swap()) }, { kind: 'swap', amount: AMOUNT }],
    ['liquidity goes to the pool', { payload: inRef(provide()) }, { kind: 'provide', amount: AMOUNT }],
    [
      'liquidity in the message itself instead of a reference is returned',
      { payload: beginCell().storeBit(false).storeUint(V1.provideLp, 32) },
      invalid,
    ],
    [
      'a swap with a referrer goes to the pool',
      { payload: inRef(swap({ referrer: SENDER })) },
      { kind: 'swap', amount: AMOUNT },
    ],
    ['a swap for a receiver on the masterchain is returned', { payload: inRef(swap({ to: MASTERCHAIN })) }, invalid],
    [
      'a swap with a referrer on the masterchain is returned',
      { payload: inRef(swap({ referrer: MASTERCHAIN })) },
      invalid,
    ],
    [
      'liquidity whose other wallet is on the masterchain is returned',
      { payload: inRef(provide(MASTERCHAIN)) },
      invalid,
    ],
    ['liquidity of one token twice is returned', { payload: inRef(provide(WALLET)) }, invalid],
    [
      'a swap without its minimum is returned',
      { payload: inRef(beginCell().storeUint(V1.swap, 32).storeAddress(WALLET)) },
      invalid,
    ],
    [
      'a swap without a wanted token is returned',
      { payload: inRef(beginCell().storeUint(V1.swap, 32).storeAddress(null).storeCoins(1)) },
      invalid,
    ],
    [
      'a payload with an unknown opcode is returned',
      { payload: inRef(beginCell().storeUint(1, 32).storeAddress(WALLET).storeCoins(1)) },
      invalid,
    ],
    ['a payload whose reference is missing is returned', { payload: beginCell().storeBit(true) }, invalid],
    ['a transfer without a payload is returned', { payload: beginCell() }, invalid],
    ['an empty payload is returned', { payload: inRef(beginCell()) }, invalid],
    ['a payload in a missing library is returned', { payload: beginCell().storeBit(true).storeRef(library) }, invalid],
    ['a swap with too little TON is returned', { payload: inRef(swap()), ton: toNano('0.0799') }, invalid],
    [
      'a swap with just enough TON goes to the pool',
      { payload: inRef(swap()), ton: toNano('0.08') },
      { kind: 'swap', amount: AMOUNT },
    ],
    [
      'a swap with a referrer and too little TON is returned',
      { payload: inRef(swap({ referrer: SENDER })), ton: toNano('0.1199') },
      invalid,
    ],
    [
      'a swap with a referrer and just enough TON goes to the pool',
      { payload: inRef(swap({ referrer: SENDER })), ton: toNano('0.12') },
      { kind: 'swap', amount: AMOUNT },
    ],
    ['liquidity with too little TON is returned', { payload: inRef(provide()), ton: toNano('0.1799') }, invalid],
    [
      'liquidity with just enough TON goes to the pool',
      { payload: inRef(provide()), ton: toNano('0.18') },
      { kind: 'provide', amount: AMOUNT },
    ],
  ])('%s', async (_, notified, expected) => {
    expect(await sentFor(notified)).toEqual(expected);
  });

  test('go to the pool of both wallets if it is a swap or liquidity', async () => {
    for (const payload of [inRef(swap()), inRef(provide())]) {
      const { sent } = await router.take(init.data, WALLET, notification({ payload }), toNano('0.3'));
      expect(`${sent[0]?.info.dest}`).toBe(`${POOL}`);
    }
  });

  test('are returned if the router is locked', async () => {
    const locked = beginCell().storeBit(true).storeSlice(init.data.beginParse().skip(1)).endCell();
    const back = { kind: 'back', amount: AMOUNT, exitCode: EXIT.bounceLocked };
    expect(await sentFor({ payload: inRef(swap()) }, locked)).toEqual(back);
    expect(await sentFor({ payload: inRef(provide()) }, locked)).toEqual(back);
  });
});

const anyBits = fc.uint8Array({ maxLength: 100 });
const anyLeaf = anyBits.map((bits) => beginCell().storeBuffer(Buffer.from(bits)).endCell());
const anyCell = fc.tuple(anyBits, fc.array(anyLeaf, { maxLength: 3 })).map(([bits, refs]) => {
  const builder = beginCell().storeBuffer(Buffer.from(bits));
  for (const ref of refs) builder.storeRef(ref);
  return builder.endCell();
});

/** A valid request cut short, so that it can be parsed up to some point. */
const cutShort = fc
  .tuple(fc.constantFrom(swap(), swap({ referrer: SENDER }), provide()), fc.nat(900), anyBits)
  .map(([builder, length, tail]) => {
    const { bits } = builder.endCell();
    const kept = bits.substring(0, Math.min(length, bits.length));
    return beginCell()
      .storeBits(kept)
      .storeBuffer(Buffer.from(tail.slice(0, 20)))
      .endCell();
  });

test('with any cell as payload, the router passes on or returns the whole amount', async () => {
  const payload = fc
    .oneof(anyCell, cutShort)
    .chain((cell) =>
      fc.boolean().map((isRef) => (isRef ? inRef(beginCell().storeSlice(cell.beginParse())) : inline(cell))),
    );
  const property = fc.asyncProperty(payload, anyAmount(), async (payload, amount) => {
    const { kind, amount: sent } = await sentFor({ payload, amount });
    expect(['back', 'swap', 'provide']).toContain(kind);
    expect(sent).toBe(amount);
  });
  await fc.assert(property, { numRuns: RUNS });
});

/** As much of the cell as fits into a notification. */
function inline(cell: Cell): Builder {
  const builder = beginCell()
    .storeBit(false)
    .storeBits(cell.bits.substring(0, Math.min(400, cell.bits.length)));
  for (const ref of cell.refs) builder.storeRef(ref);
  return builder;
}
