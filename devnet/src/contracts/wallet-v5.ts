// Wallet W5R1: its address, and the signed messages that make it send others.
import {
  type Address,
  beginCell,
  Cell,
  contractAddress,
  external,
  type MessageRelaxed,
  SendMode,
  type StateInit,
  storeMessage,
  storeMessageRelaxed,
} from '@ton/core';
import { signatureOf } from './ed25519.ts';

/** The network's global id, part of wallet ids. On two networks, two wallets of one key with different numbers can have the same id. */
export type NetworkId = number;
export const MAINNET: NetworkId = -239;
export const TESTNET: NetworkId = -3;

/** The most actions in one transaction. */
export const MOST_MESSAGES = 255;

export type WalletV5 = {
  readonly publicKey: Buffer;
  readonly id: number;
  readonly init: StateInit & { readonly code: Cell; readonly data: Cell };
  readonly address: Address;
};

export function walletV5(publicKey: Buffer, id: number): WalletV5 {
  const data = beginCell()
    .storeBit(true) // signed messages are allowed
    .storeUint(0, 32) // seqno
    .storeInt(id, 32)
    .storeBuffer(publicKey, 32)
    .storeBit(false) // no extensions
    .endCell();
  const init = { code: CODE, data };
  return { publicKey, id, init, address: contractAddress(0, init) };
}

/** Id of a key's first wallet in common wallet apps: workchain 0, version v5r1, subwallet 0. */
export function firstWalletId(network: NetworkId): number {
  return network ^ -(2 ** 31);
}

/** The serialized message, always the same for the same input. */
export function messageCell(message: MessageRelaxed): Cell {
  return beginCell().store(storeMessageRelaxed(message)).endCell();
}

export type Signing = {
  readonly secretKey: Buffer;
  readonly seqno: number;
  /** In seconds by the chain's clock; the wallet refuses the message from then on. */
  readonly validUntilS: number;
  readonly messages: readonly Cell[];
};

export function signedBody(wallet: WalletV5, { secretKey, seqno, validUntilS, messages }: Signing): Cell {
  if (messages.length > MOST_MESSAGES) throw new RangeError(`a wallet sends at most ${MOST_MESSAGES} messages at once`);
  const request = beginCell()
    .storeUint(SIGNED_EXTERNAL, 32)
    .storeInt(wallet.id, 32)
    .storeUint(validUntilS, 32)
    .storeUint(seqno, 32)
    .storeMaybeRef(messages.length > 0 ? outList(messages) : null)
    .storeBit(false); // no change of extensions
  return beginCell().storeBuilder(request).storeBuffer(signatureOf(request.endCell().hash(), secretKey)).endCell();
}

/** Parses the body of a signed message; undefined if it is not one. */
export function readRequest(body: Cell): (Omit<Signing, 'secretKey'> & { readonly walletId: number }) | undefined {
  const slice = body.beginParse();
  if (slice.remainingBits < 130 || slice.loadUint(32) !== SIGNED_EXTERNAL) return undefined;
  const [walletId, validUntilS, seqno] = [slice.loadInt(32), slice.loadUint(32), slice.loadUint(32)];
  const messages: Cell[] = [];
  for (let list = slice.loadMaybeRef(); list && list.refs.length > 0; ) {
    const [before, message] = list.refs;
    if (message) messages.unshift(message);
    list = before ?? null;
  }
  return { walletId, seqno, validUntilS, messages };
}

/** The external message for `sendBoc`; with code and data it also deploys the wallet. */
export function externalBoc(wallet: WalletV5, body: Cell, { deploys }: { readonly deploys: boolean }): Buffer {
  const message = external({ to: wallet.address, body, ...(deploys && { init: wallet.init }) });
  return beginCell().store(storeMessage(message)).endCell().toBoc();
}

/** The last message is the outermost cell, the first the innermost. */
function outList(messages: readonly Cell[]): Cell {
  return messages.reduce(
    (before, message) =>
      beginCell().storeRef(before).storeUint(ACTION_SEND, 32).storeUint(SEND_MODE, 8).storeRef(message).endCell(),
    Cell.EMPTY,
  );
}

const SIGNED_EXTERNAL = 0x7369676e;
const ACTION_SEND = 0x0ec3c86d;
/** The contract rejects external requests without IGNORE_ERRORS: a failing message could be replayed, each time for a fee. */
const SEND_MODE = SendMode.PAY_GAS_SEPARATELY | SendMode.IGNORE_ERRORS;

/** The published code of wallet-contract-v5, hash 20834b7b…52d2b72f; the same on every network. */
const CODE = Cell.fromBase64(
  [
    'te6ccgECFAEAAoEAART/APSkE/S88sgLAQIBIAINAgFIAwQC3NAg10nBIJFbj2Mg1wsfIIIQZXh0br0hghBzaW50vbCSXwPgghBleHRuuo60',
    'gCDXIQHQdNch+kAw+kT4KPpEMFi9kVvg7UTQgQFB1yH0BYMH9A5voTGRMOGAQNchcH/bPOAxINdJgQKAuZEw4HDiEA8CASAFDAIBIAYJAgFu',
    'BwgAGa3OdqJoQCDrkOuF/8AAGa8d9qJoQBDrkOuFj8ACAUgKCwAXsyX7UTQcdch1wsfgABGyYvtRNDXCgCAAGb5fD2omhAgKDrkPoCwBAvIO',
    'AR4g1wsfghBzaWduuvLgin8PAeaO8O2i7fshgwjXIgKDCNcjIIAg1yHTH9Mf0x/tRNDSANMfINMf0//XCgAK+QFAzPkQmiiUXwrbMeHywIff',
    'ArNQB7Dy0IRRJbry4IVQNrry4Ib4I7vy0IgikvgA3gGkf8jKAMsfAc8Wye1UIJL4D95w2zzYEAP27aLt+wL0BCFukmwhjkwCIdc5MHCUIccA',
    's44tAdcoIHYeQ2wg10nACPLgkyDXSsAC8uCTINcdBscSwgBSMLDy0InXTNc5MAGk6GwShAe78uCT10rAAPLgk+1V4tIAAcAAkVvg69csCBQg',
    'kXCWAdcsCBwS4lIQseMPINdKERITAJYB+kAB+kT4KPpEMFi68uCR7UTQgQFB1xj0BQSdf8jKAEAEgwf0U/Lgi44UA4MH9Fvy4Iwi1woAIW4B',
    's7Dy0JDiyFADzxYS9ADJ7VQAcjDXLAgkji0h8uCS0gDtRNDSAFETuvLQj1RQMJExnAGBAUDXIdcKAPLgjuLIygBYzxbJ7VST8sCN4gAQk1vb',
    'MeHXTNA=',
  ].join(''),
);
