// Values as the API v3 writes them: hashes in base64, addresses raw and in capitals.
import type { Address } from '@ton/core';

export const WHOLE_SHARD = '8000000000000000';

export const addressText = (address: Address): string => address.toRawString().toUpperCase();

export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

export const hashText = (hash: bigint): string =>
  Buffer.from(hash.toString(16).padStart(64, '0'), 'hex').toString('base64');
