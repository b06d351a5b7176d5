// Writes transactions as toncenter's JSON does: the serialized transaction, and its main fields.
import {
  Address,
  beginCell,
  Cell,
  type ExternalAddress,
  loadTransaction,
  type Message,
  type StateInit,
  storeStateInit,
} from '@ton/core';
import type { TransactionRow } from '../chain/database.ts';

export function writeTransaction({ address, boc, hash }: TransactionRow): object {
  const bytes = Buffer.from(boc);
  const { now, lt, totalFees, description, inMessage, outMessages } = loadTransaction(
    (Cell.fromBoc(bytes)[0] as Cell).beginParse(),
  );
  const storage = 'storagePhase' in description ? (description.storagePhase?.storageFeesCollected ?? 0n) : 0n;
  const sent = outMessages.values();
  const fee = sent.reduce((sum, { info }) => sum + (info.type === 'internal' ? info.forwardFee : 0n), totalFees.coins);
  return {
    '@type': 'raw.transaction',
    address: { '@type': 'accountAddress', account_address: Address.parseRaw(address).toString() },
    utime: now,
    data: bytes.toString('base64'),
    transaction_id: transactionId(lt, Buffer.from(hash)),
    fee: fee.toString(),
    storage_fee: storage.toString(),
    other_fee: (fee - storage).toString(),
    ...(inMessage && { in_msg: writeMessage(inMessage) }),
    out_msgs: sent.map(writeMessage),
  };
}

/** True if the transaction sent a message to `destination` that was created at this logical time. */
export function sends({ boc }: TransactionRow, destination: Address, createdLt: number): boolean {
  const { outMessages } = loadTransaction((Cell.fromBoc(Buffer.from(boc))[0] as Cell).beginParse());
  return outMessages
    .values()
    .some(
      ({ info }) => info.type === 'internal' && info.createdLt === BigInt(createdLt) && info.dest.equals(destination),
    );
}

export const transactionId = (lt: bigint, hash: Buffer) => ({
  '@type': 'internal.transactionId',
  lt: lt.toString(),
  hash: hash.toString('base64'),
});

function writeMessage({ info, body, init }: Message): object {
  const isInternal = info.type === 'internal';
  const comment = commentIn(body);
  return {
    '@type': 'raw.message',
    source: addressText(info.src),
    destination: addressText(info.dest),
    value: isInternal ? info.value.coins.toString() : '0',
    extra_currencies: [],
    fwd_fee: isInternal ? info.forwardFee.toString() : '0',
    ihr_fee: isInternal ? info.ihrFee.toString() : '0',
    created_lt: info.type === 'external-in' ? '0' : info.createdLt.toString(),
    body_hash: body.hash().toString('base64'),
    msg_data:
      comment === undefined
        ? { '@type': 'msg.dataRaw', body: body.toBoc().toString('base64'), init_state: init ? stateText(init) : '' }
        : { '@type': 'msg.dataText', text: Buffer.from(comment).toString('base64') },
    message: comment ?? body.toBoc().toString('base64'),
  };
}

const stateText = (init: StateInit): string =>
  beginCell().store(storeStateInit(init)).endCell().toBoc().toString('base64');

const addressText = (address: Address | ExternalAddress | null | undefined): string => address?.toString() ?? '';

/** A comment is 32 zero bits followed by a text. */
export function commentIn(body: Cell): string | undefined {
  const slice = body.beginParse();
  if (body.isExotic || slice.remainingBits < 32 || slice.loadUint(32) !== 0 || slice.remainingBits % 8 !== 0) return;
  try {
    return slice.loadStringTail();
  } catch {
    return undefined;
  }
}
