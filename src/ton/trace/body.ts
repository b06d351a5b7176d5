// Parses the bodies of a trace's messages, as far as a verdict needs them. Unknown or damaged bodies give null; nothing throws.
import type { Cell, Slice } from '@ton/core';
import { JETTON, V1, V2 } from '#devnet/contracts/ops';

/** An amount that a pool tells the router to pay from one of its wallets. */
type Payment = { readonly routerWallet: string; readonly amount: bigint };

export type MessageBody =
  | { readonly op: 'internal transfer'; readonly amount: bigint }
  /** Tells a jetton wallet to pay. From a router, the exit code for the receiver is in it; from a user, `exitCode` means nothing. */
  | { readonly op: 'transfer'; readonly amount: bigint; readonly exitCode: number | null }
  | { readonly op: 'pay to'; readonly exitCode: number; readonly payments: readonly Payment[] }
  | { readonly op: 'pay vault'; readonly payments: readonly Payment[] }
  /** TON paid to a pTON wallet, or paid out by one; version 1 pays out with the opcode of a transfer notification. */
  | { readonly op: 'ton transfer'; readonly amount: bigint }
  | { readonly op: 'excesses' };

export function read(body: Cell): MessageBody | null {
  const slice = body.beginParse();
  if (slice.remainingBits < 32) return null;
  try {
    return READERS[slice.loadUint(32)]?.(slice.skip(QUERY_ID_BITS)) ?? null;
  } catch {
    return null;
  }
}

const QUERY_ID_BITS = 64;

const READERS: Readonly<Record<number, (rest: Slice) => MessageBody>> = {
  [JETTON.internalTransfer]: (rest) => ({ op: 'internal transfer', amount: rest.loadCoins() }),
  [JETTON.transfer](rest) {
    const amount = rest.loadCoins();
    rest.loadAddress();
    rest.loadMaybeAddress();
    rest.loadMaybeRef();
    rest.loadCoins();
    const isInline = !rest.loadBit();
    return { op: 'transfer', amount, exitCode: isInline && rest.remainingBits >= 32 ? rest.loadUint(32) : null };
  },
  [V1.payTo](rest) {
    rest.loadAddress();
    const exitCode = rest.loadUint(32);
    return { op: 'pay to', exitCode, payments: payments(rest.loadRef().beginParse()) };
  },
  [V2.payTo](rest) {
    for (let i = 0; i < 3; i++) rest.loadMaybeAddress();
    const exitCode = rest.loadUint(32);
    rest.loadMaybeRef();
    const amounts = rest.loadRef().beginParse();
    amounts.loadCoins();
    return { op: 'pay to', exitCode, payments: payments(amounts) };
  },
  [V2.payVault]: (rest) => ({ op: 'pay vault', payments: payments(rest.loadRef().beginParse()) }),
  [V2.tonTransfer]: (rest) => ({ op: 'ton transfer', amount: rest.loadCoins() }),
  [JETTON.transferNotification]: (rest) => ({ op: 'ton transfer', amount: rest.loadCoins() }),
  [JETTON.excesses]: () => ({ op: 'excesses' }),
};

function payments(amounts: Slice): readonly Payment[] {
  return [0, 1].map(() => ({ amount: amounts.loadCoins(), routerWallet: amounts.loadAddress().toRawString() }));
}
