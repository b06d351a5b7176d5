// Checksums of the journal's rows, so that a damaged or changed row is found.
import { crc32 } from 'node:zlib';

/** Detects damage, not forgery. The CRC-32 starts from the sequence, so that the checksum of one row does not fit another row. */
export const checksumOf = (sequence: number, receipt: string): string => crc32(receipt, sequence >>> 0).toString();
