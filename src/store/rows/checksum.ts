// Checksums of the journal's rows, so that a damaged or changed row is found.
import { crc32 } from 'node:zlib';
import { transfersOf } from '../../core/commands/command.ts';
import type { Posted } from '../../core/settle/instruction.ts';
import { encodeTransfers } from './codec.ts';

/** Detects damage, not forgery. The CRC-32 starts from the sequence, so that the checksum of one row does not fit another row. */
export const checksumOf = (sequence: number, receipt: string): string => crc32(receipt, sequence >>> 0).toString();

/** In rows written up to schema version 9, the column `proof` holds the transfers as JSON, which must follow from the receipt. */
export const matchesChecksum = (posted: Posted, { receipt, proof }: { receipt: string; proof: string }): boolean =>
  proof ===
  (proof.startsWith('[') ? encodeTransfers(transfersOf(posted.receipt)) : checksumOf(posted.sequence, receipt));
