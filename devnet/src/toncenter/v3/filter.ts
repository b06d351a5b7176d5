// The parameters with which a list of the API v3 is filtered, sorted and paged.
import { Address } from '@ton/core';
import type { RowFilter } from '../../chain/database.ts';
import { Refusal } from '../answer.ts';
import { fail, hash, optionalText, type Params, wholeNumber } from '../params.ts';
import { WHOLE_SHARD } from './text.ts';

const MOST_ROWS = 1000;
const [FIRST, LAST] = [0, Number.MAX_SAFE_INTEGER];

export function filterOf(params: Params): RowFilter {
  const [lt, seqno] = [wholeNumber(params, 'lt'), wholeNumber(params, 'mc_seqno') ?? wholeNumber(params, 'seqno')];
  const limit = wholeNumber(params, 'limit', MOST_ROWS) ?? 10;
  if (limit === 0) throw new Refusal(422, `limit: must be a whole number from 1 to ${MOST_ROWS}`);
  return {
    accounts: addresses(params, 'account') ?? null,
    fromLt: lt ?? wholeNumber(params, 'start_lt') ?? FIRST,
    toLt: lt ?? wholeNumber(params, 'end_lt') ?? LAST,
    fromTime: wholeNumber(params, 'start_utime') ?? FIRST,
    toTime: wholeNumber(params, 'end_utime') ?? LAST,
    fromSeqno: seqno ?? FIRST,
    toSeqno: seqno ?? LAST,
    hash: hash(params, 'hash') ?? null,
    contains: [],
    isAscending: oneOf(params, 'sort', ['asc', 'desc']) === 'asc',
    // All transactions are in the one shard of workchain 0.
    limit: isElsewhere(params) ? 0 : limit,
    offset: wholeNumber(params, 'offset') ?? 0,
  };
}

/**
 * Bytes in hex of which a serialized cell has at least one if its data contains the value, at whatever bit that begins:
 * finding them is much faster than parsing transactions. Without the bits of the first and the last byte, which others share.
 */
export function bytesAtAnyBit(value: Buffer): readonly string[] {
  const number = BigInt(`0x${value.toString('hex')}`);
  const whole = (value.length - 1) * 2;
  const shifted = Array.from({ length: 7 }, (_, i) => (number >> BigInt(i + 1)).toString(16).padStart(whole, '0'));
  return [value.toString('hex'), ...shifted.map((hex) => hex.slice(-whole))];
}

/** Undefined if the parameter is absent. */
export function oneOf<Name extends string>(params: Params, name: string, known: readonly Name[]): Name | undefined {
  const given = optionalText(params, name);
  const found = known.find((one) => one === given);
  if (given !== undefined && found === undefined) throw new Refusal(422, `${name}: must be ${known.join(' or ')}`);
  return found;
}

/** Raw addresses, from one value or a repeated parameter; undefined if it is absent. */
export function addresses(params: Params, name: string): readonly string[] | undefined {
  if (params[name] === undefined) return undefined;
  return [params[name]].flat().map((given) => {
    try {
      return Address.parse(String(given)).toRawString();
    } catch {
      return fail(new Refusal(422, `${name}: is no address`));
    }
  });
}

function isElsewhere(params: Params): boolean {
  const [workchain, shard] = [optionalText(params, 'workchain') ?? '0', optionalText(params, 'shard')];
  return workchain !== '0' || ![undefined, WHOLE_SHARD, '-9223372036854775808'].includes(shard);
}
