// Swaps recorded on STON.fi's real contracts, each with its outcome; the gas includes that of the user's wallet.
import { readFileSync } from 'node:fs';
import { Address, Cell, loadTransaction, type Transaction } from '@ton/core';
import type { SentMessage } from '../../../src/ton/chain.ts';
import type { Watch } from '../../../src/ton/trace/watch.ts';

export type TraceRecord = {
  readonly name: string;
  readonly expected: {
    readonly status: 'completed' | 'failed' | 'stuck';
    readonly reason?: 'refunded' | 'bounced';
    readonly deltaA: bigint;
    readonly deltaB: bigint;
    readonly gas: bigint;
  };
  readonly walletGas: bigint;
  readonly sent: SentMessage;
  readonly watch: Watch;
  /** Without the transaction of the user's wallet that started it. */
  readonly transactions: readonly Transaction[];
};

type MessageText = { readonly source: string; readonly destination: string; readonly createdLt: string };

export const messageOf = ({ source, destination, createdLt }: MessageText): SentMessage => ({
  ...{ source: Address.parse(source), destination: Address.parse(destination) },
  createdLt: BigInt(createdLt),
});

type Text = {
  readonly addresses: Readonly<Record<string, string>>;
  readonly records: readonly {
    readonly name: string;
    readonly pool: string;
    readonly expected: { status: 'completed' | 'failed' | 'stuck'; reason?: 'refunded' | 'bounced' } & Record<
      'deltaA' | 'deltaB' | 'gas',
      string
    >;
    readonly walletGas: number;
    readonly sent: MessageText;
    readonly transactions: readonly string[];
  }[];
};

export function records(version: 1 | 2): {
  readonly addresses: Text['addresses'];
  readonly all: readonly TraceRecord[];
} {
  const { addresses, records }: Text = JSON.parse(readFileSync(new URL(`v${version}.json`, import.meta.url), 'utf8'));
  const address = (role: string): string => addresses[role] as string;
  const all = records.map(({ name, pool, expected, walletGas, sent, transactions }): TraceRecord => {
    const ofTon = { routerWallet: address('router.pTON'), userWallet: null };
    const ofA = { routerWallet: address('router.A'), userWallet: address('wallet.A') };
    const ofB = { routerWallet: address('router.B'), userWallet: address('wallet.B') };
    const offer = sent.destination === ofTon.routerWallet ? ofTon : ofA;
    return {
      ...{ name, walletGas: BigInt(walletGas), sent: messageOf(sent) },
      watch: { kind: 'swap', user: address('wallet'), router: address('router'), pool, sides: [offer, ofB] },
      expected: {
        status: expected.status,
        ...(expected.reason && { reason: expected.reason }),
        ...{ deltaA: BigInt(expected.deltaA), deltaB: BigInt(expected.deltaB), gas: BigInt(expected.gas) },
      },
      transactions: transactions.map((boc) => loadTransaction(Cell.fromBase64(boc).beginParse())),
    };
  });
  return { addresses, all };
}
