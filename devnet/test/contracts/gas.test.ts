// Each request takes no more gas than listed here, and the constants in the jetton wallet for gas and size are never too low.
import { readFileSync } from 'node:fs';
import { beginCell, type Cell, type Transaction, toNano } from '@ton/core';
import { beforeAll, expect, test } from 'vitest';
import { jettonWalletInit } from '../../src/contracts/init.ts';
import { JETTON } from '../../src/contracts/ops.ts';
import { addressNumber } from './alone/contract.ts';
import { Exchange, HELD } from './exchange.ts';
import { type GasRow, gasTable } from './gas-table.ts';

/** The most gas that all transactions of a request may take together. */
const MAX_GAS = {
  'swap jetton → jetton': 47_000,
  'swap TON → jetton': 39_000,
  'swap jetton → TON': 40_500,
  'swap with a referrer': 66_000,
  'swap below its minimum': 46_500,
  'liquidity, first half': 34_500,
  'liquidity, second half': 67_000,
  'burn of LP tokens': 45_500,
  refund_me: 30_000,
  collect_fees: 30_000,
};

let table: readonly GasRow[];

beforeAll(async () => {
  table = await gasTable();
});

test('every request takes at most its MAX_GAS, and more than 95 % of it', () => {
  expect(table.map(({ request }) => request)).toEqual(Object.keys(MAX_GAS));
  for (const { request, gas } of table) {
    const most = MAX_GAS[request as keyof typeof MAX_GAS];
    expect(gas, request).toBeLessThanOrEqual(most);
    // Lower the entry of a request that has become cheaper, or a later regression goes unnoticed.
    expect(gas, request).toBeGreaterThan(most * 0.95);
  }
});

test('docs/ton.md has the measured gas and number of transactions of every request', () => {
  const documented = readFileSync('docs/ton.md', 'utf8').matchAll(/^\| `?([^|`]+)`? \| ([\d,]+) \| (\d+) \|$/gm);
  const rows = [...documented].map(([, request, gas, count]) => [request, gas, Number(count)]);
  expect(rows).toEqual(
    table.map(({ request, gas, transactions }) => [request, gas.toLocaleString('en'), transactions]),
  );
});

const source = readFileSync('devnet/contracts/jetton-wallet.tolk', 'utf8');
const constant = (name: string): number => Number(new RegExp(`const ${name} = (\\d+)`).exec(source)?.[1]);

test('a transfer takes no more gas than the constants of the jetton wallet allow, whatever its payload', async () => {
  const exchange = await Exchange.open();
  const alice = await exchange.person('alice');
  const bob = await exchange.chain.treasury('bob');
  const wallet = exchange.walletOf(alice.address, exchange.tokenA);
  const long = beginCell().storeBit(false).storeUint(1, 140).endCell();
  const inCell = beginCell().storeBit(true).storeRef(long).endCell();
  for (const payload of [long, inCell, beginCell().storeBit(false).endCell()]) {
    for (const forwardTon of [0n, toNano('0.05')]) {
      const body = beginCell()
        .storeUint(JETTON.transfer, 32)
        .storeUint(2n ** 64n - 1n, 64)
        .storeCoins(HELD / 10n)
        .storeAddress(bob.address)
        .storeAddress(alice.address)
        .storeMaybeRef(long)
        .storeCoins(forwardTon)
        .storeSlice(payload.beginParse())
        .endCell();
      const { transactions } = await exchange.send(alice, wallet, toNano('0.2'), body);
      expect(gasOf(transactions, JETTON.transfer)).toBeLessThanOrEqual(constant('GAS_TO_SEND'));
      expect(gasOf(transactions, JETTON.internalTransfer)).toBeLessThanOrEqual(constant('GAS_TO_RECEIVE'));
    }
  }
});

test('the initial state of a jetton wallet is no larger than its constants say', () => {
  const { code, data } = jettonWalletInit({ owner: addressNumber(1), minter: addressNumber(2) });
  const cells = new Map([code, data].flatMap(cellsOf).map((cell) => [cell.hash().toString('hex'), cell.bits.length]));
  const bits = [...cells.values()].reduce((sum, length) => sum + length, 0);
  expect(cells.size).toBeLessThanOrEqual(constant('STATE_CELLS'));
  expect(bits).toBeLessThanOrEqual(constant('STATE_BITS'));
});

const cellsOf = (cell: Cell): Cell[] => [cell, ...cell.refs.flatMap(cellsOf)];

/** Gas of the one transaction that processed a message with this opcode. */
function gasOf(transactions: readonly Transaction[], op: number): number {
  const found = transactions.find(({ inMessage }) => {
    const body = inMessage?.body.beginParse();
    return body && body.remainingBits >= 32 && body.preloadUint(32) === op;
  });
  const phase = found?.description.type === 'generic' ? found.description.computePhase : undefined;
  if (phase?.type !== 'vm' || !phase.success) throw new Error('no transaction processed the message successfully');
  return Number(phase.gasUsed);
}
