// Parses toncenter's answers. Each reader throws an error with a message if the form is unexpected.
import { type Address, Cell, loadTransaction, type Transaction } from '@ton/core';
import { mulDivUp } from '../../core/maths/rounding.ts';
import type { AccountState, Head } from '../chain.ts';

export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown, name = 'the result'): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error(`${name} is no object`);
  return value as Fields;
}

/** The masterchain block of an answer, if it names one. */
export function seqnoOf(result: Fields): number | null {
  if (result.block_id === undefined) return null;
  const { seqno } = fieldsOf(result.block_id, 'block_id');
  if (typeof seqno !== 'number' || !Number.isSafeInteger(seqno)) throw new Error('block_id.seqno is no number');
  return seqno;
}

export function headOf(result: Fields): Head {
  const [seqno, timeS] = [seqnoOf(result), result.sync_utime];
  if (seqno === null) throw new Error('block_id is missing');
  if (typeof timeS !== 'number' || !Number.isSafeInteger(timeS)) throw new Error('sync_utime is no number');
  return { seqno, timeS };
}

const STATUSES = ['active', 'uninitialized', 'frozen'] as const;

export function accountOf(result: Fields): AccountState {
  const status = STATUSES.find((one) => one === result.state);
  if (!status) throw new Error(`state is ${JSON.stringify(result.state)}`);
  const { lt, hash } = fieldsOf(result.last_transaction_id, 'last_transaction_id');
  const lastLt = wholeNumber(lt, 'last_transaction_id.lt');
  return {
    status,
    // Toncenter returns -1 for an account that never existed.
    balance: result.balance === -1 || result.balance === '-1' ? 0n : wholeNumber(result.balance, 'balance'),
    ...{ code: cellOf(result.code, 'code'), data: cellOf(result.data, 'data') },
    last: lastLt === 0n ? null : { lt: lastLt, hash: bytesOf(hash, 'last_transaction_id.hash') },
    head: headOf(result),
  };
}

const [FLAT_PRICES, PRICES, PRICES_WITH_LIMIT] = [0xd1, 0xdd, 0xde];

/** Reads `GasLimitsPrices` of the chain's configuration: prices are in 1/65536 nanoton. */
export function gasPriceOf(parameter: Cell): bigint {
  const prices = parameter.beginParse();
  let tag = prices.loadUint(8);
  if (tag === FLAT_PRICES) tag = prices.skip(128).loadUint(8);
  if (tag !== PRICES && tag !== PRICES_WITH_LIMIT) throw new Error('the gas prices have another form');
  return mulDivUp(prices.loadUintBig(64), 1n, 65_536n);
}

/** Throws if the transaction belongs to another account. */
export function transactionOf(result: unknown, { hash }: Address): Transaction {
  const { data } = fieldsOf(result, 'a transaction');
  if (typeof data !== 'string') throw new Error('a transaction has no data');
  const transaction = loadTransaction(Cell.fromBase64(data).beginParse());
  if (transaction.address !== BigInt(`0x${hash.toString('hex')}`))
    throw new Error('a transaction is of another account');
  return transaction;
}

function wholeNumber(value: unknown, name: string): bigint {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || !/^\d+$/.test(text)) throw new Error(`${name} is no whole number`);
  return BigInt(text);
}

function cellOf(value: unknown, name: string): Cell | null {
  if (value === '') return null;
  if (typeof value !== 'string') throw new Error(`${name} is no text`);
  return Cell.fromBase64(value);
}

function bytesOf(value: unknown, name: string): Buffer {
  const bytes = Buffer.from(typeof value === 'string' ? value : '', 'base64');
  if (bytes.length !== 32) throw new Error(`${name} is no hash`);
  return bytes;
}
