// A message in the form of the API v3.
import { Address, beginCell, type Cell, type Message, storeStateInit } from '@ton/core';
import { commentIn } from '../transaction.ts';
import { addressText, base64 } from './text.ts';

/** `cell` is the message as it was sent: serialized anew, it could have another hash. */
export function writeMessage({ info, init, body }: Message, cell: Cell) {
  const isInternal = info.type === 'internal';
  const slice = body.isExotic ? undefined : body.beginParse();
  const comment = commentIn(body);
  const opcode = slice && slice.remainingBits >= 32 ? slice.loadUint(32) : undefined;
  return {
    hash: base64(cell.hash()),
    ...(info.type === 'external-in' && { hash_norm: base64(normalized(info.dest, body).hash()) }),
    source: info.src instanceof Address ? addressText(info.src) : null,
    destination: info.dest instanceof Address ? addressText(info.dest) : null,
    value: isInternal ? String(info.value.coins) : null,
    value_extra_currencies: {},
    fwd_fee: isInternal ? String(info.forwardFee) : null,
    ihr_fee: isInternal ? String(info.ihrFee) : null,
    created_lt: info.type === 'external-in' ? null : String(info.createdLt),
    created_at: info.type === 'external-in' ? null : String(info.createdAt),
    opcode: opcode === undefined ? null : `0x${opcode.toString(16).padStart(8, '0')}`,
    decoded_opcode: comment === undefined ? null : 'text_comment',
    ihr_disabled: isInternal ? info.ihrDisabled : null,
    bounce: isInternal ? info.bounce : null,
    bounced: isInternal ? info.bounced : null,
    import_fee: info.type === 'external-in' ? String(info.importFee) : null,
    message_content: {
      ...content(body),
      decoded: comment === undefined ? null : { type: 'text_comment', '@type': 'text_comment', comment },
    },
    init_state: init ? content(beginCell().store(storeStateInit(init)).endCell()) : null,
  };
}

/** A message from outside without the parts that anybody on its way can change (TEP-467). */
export const normalized = (to: Address, body: Cell): Cell =>
  beginCell()
    .storeUint(0b1000, 4)
    .storeAddress(to)
    .storeCoins(0)
    .storeBit(false)
    .storeBit(true)
    .storeRef(body)
    .endCell();

const content = (cell: Cell) => ({ hash: base64(cell.hash()), body: cell.toBoc().toString('base64') });
