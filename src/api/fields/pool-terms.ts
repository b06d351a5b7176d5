// Parses and prints the fee rates of a pool.
import type { Static } from 'typebox';
import type { DecimalInput } from '../../contract/fields.ts';
import type { Terms } from '../../contract/listing.ts';
import type { PoolAddress } from '../../core/amount.ts';
import type { Pair, PoolTerms } from '../../core/pool.ts';
import type { ExactJson } from '../json/exact-json.ts';
import { readAccount, readFraction } from './read-fields.ts';
import { rate } from './records.ts';

type Given = {
  readonly lpFee?: DecimalInput;
  readonly protocolFee?: DecimalInput;
  readonly refFee?: DecimalInput;
  readonly protocolFeeAddress?: string;
};

/** The rates that a request contains. */
export const readTerms = ({ lpFee, protocolFee, refFee, protocolFeeAddress }: Given) => ({
  ...(lpFee !== undefined && { lpFeePpm: readFraction(lpFee, 'lpFee') }),
  ...(protocolFee !== undefined && { protocolFeePpm: readFraction(protocolFee, 'protocolFee') }),
  ...(refFee !== undefined && { refFeePpm: readFraction(refFee, 'refFee') }),
  ...(protocolFeeAddress !== undefined && {
    protocolFeeAddress: readAccount(protocolFeeAddress, 'protocolFeeAddress'),
  }),
});

/** Reads `force`, which confirms unusual fees; without it they are refused. */
export const readForce = ({ force }: { readonly force?: boolean }) => (force ? { force: true as const } : {});

export const termsRecord = (
  terms: PoolTerms,
): ExactJson<{ [Name in keyof typeof Terms]: Static<(typeof Terms)[Name]> }> => ({
  lpFee: rate(terms.lpFeePpm),
  protocolFee: rate(terms.protocolFeePpm),
  refFee: rate(terms.refFeePpm),
  protocolFeeAddress: (terms.protocolFeePpm === 0n ? null : terms.protocolFeeAddress) ?? 'N/A',
});

type PoolChange = {
  readonly transactionId: string;
  readonly receipt: Pair & { readonly pool: PoolAddress };
};

export const changedPoolRecord = ({ transactionId, receipt }: PoolChange) => ({
  transactionId,
  poolAddress: receipt.pool,
  token1Address: receipt.tokenA,
  token2Address: receipt.tokenB,
});
