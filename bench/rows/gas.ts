// The gas of requests on our contracts for TON; the same on every machine.
import { type GasRow, gasTable } from '../../devnet/test/contracts/gas-table.ts';
import { thousands } from '../rounds.ts';
import type { Part, Row } from '../row.ts';

const GAS: Row = {
  name: 'gas',
  title: 'gas of a swap of two tokens on our contracts for TON',
  unit: 'gas',
  bar: 50_000,
  aim: 47_000,
  lowerIsBetter: true,
  means:
    'All ten transactions from a W5 wallet to the last excess, with the messages of the SDK of STON.fi v1 and our own jetton wallets; the sides are the other requests. STON.fi’s v1 contracts take 65,206 with the same wallets.',
};

export const gasPart: Part = {
  name: GAS.name,
  rows: [GAS],
  async run() {
    const rounds = await gasTable();
    const [{ gas }, ...others] = rounds as [GasRow, ...GasRow[]];
    const sides = others.map((row) => `${row.request} ${thousands(row.gas)}`).join('; ');
    // JSON has no bigint.
    const kept = rounds.map((row) => ({ ...row, fees: `${row.fees}` }));
    return [{ row: GAS, median: gas, low: gas, high: gas, sides, rounds: kept }];
  },
};
