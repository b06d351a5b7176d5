// Every kind of request, recorded on STON.fi's real contracts and pTON; the expected values were measured at wallets, pools and LP accounts.
import { readFileSync } from 'node:fs';
import { Cell, loadTransaction, type Transaction } from '@ton/core';
import type { SentMessage } from '../../../src/ton/chain.ts';
import type { FailureReason, TokenWallets, Watch } from '../../../src/ton/trace/watch.ts';
import { messageOf } from './records.ts';

export type RequestRecord = {
  readonly version: 1 | 2;
  readonly name: string;
  readonly watch: Watch;
  readonly sent: readonly SentMessage[];
  readonly expected: {
    readonly status: 'completed' | 'failed';
    readonly reason?: FailureReason;
    /** In the order of the watch's sides. */
    readonly received: readonly [bigint, bigint];
    /** Change of the user's LP tokens. */
    readonly lp: bigint;
    readonly refFee: bigint;
    readonly gas: bigint;
  };
  readonly walletGas: bigint;
  /** Without the transaction of the user's wallet that started it. */
  readonly transactions: readonly Transaction[];
};

type Text = {
  readonly user: string;
  readonly router: string;
  readonly sides: Readonly<Record<string, TokenWallets>>;
  readonly records: readonly {
    readonly name: string;
    readonly kind: Watch['kind'];
    readonly tokens: readonly [string, string];
    readonly pool: string;
    readonly lpWallet?: string;
    readonly sent: readonly Parameters<typeof messageOf>[0][];
    readonly expected: {
      readonly status: 'completed' | 'failed';
      readonly reason?: FailureReason;
      readonly received: readonly [string, string];
    } & Readonly<Record<'lp' | 'refFee' | 'gas', string>>;
    readonly walletGas: string;
    /** A linked list: each cell refers to one transaction and to the rest of the list. */
    readonly trace: string;
  }[];
};

export function requests(version: 1 | 2): readonly RequestRecord[] {
  const path = new URL(`requests-v${version}.json`, import.meta.url);
  const { user, router, sides, records }: Text = JSON.parse(readFileSync(path, 'utf8'));
  return records.map(({ name, kind, tokens, pool, lpWallet, sent, expected, walletGas, trace }) => {
    const [first, second] = tokens.map((token) => sides[token] as TokenWallets) as [TokenWallets, TokenWallets];
    const [a, b] = expected.received;
    return {
      ...{ version, name, walletGas: BigInt(walletGas) },
      watch: { kind, user, router, pool, sides: [first, second], ...(lpWallet && { lpWallet }) },
      sent: sent.map(messageOf),
      expected: {
        ...{ ...expected, received: [BigInt(a), BigInt(b)] },
        ...{ lp: BigInt(expected.lp), refFee: BigInt(expected.refFee), gas: BigInt(expected.gas) },
      },
      transactions: [...unchained(Cell.fromBase64(trace))],
    };
  });
}

function* unchained(chain: Cell): Iterable<Transaction> {
  for (let at: Cell | undefined = chain; at; at = at.refs[1]) yield loadTransaction((at.refs[0] as Cell).beginParse());
}
