// Checksums of the journal's rows, so that a damaged or changed row is found.
import { crc32 } from 'node:zlib';
import { transfersOf } from '../../core/commands/command.ts';
import type { Posted } from '../../core/settle/instruction.ts';
import { encodeTransfers } from './codec.ts';

/** Detects faults, not forgery. Starts from the sequence, so that the checksum of one row does not fit another. */
export const checksumOf = (sequence: number, receipt: string): string => crc32(receipt, sequence >>> 0).toString();

/** Up to the ninth schema the column held the transfers, which follow from the receipt. */
export const matchesChecksum = (posted: Posted, { receipt, proof }: { receipt: string; proof: string }): boolean =>
  proof ===
  (proof.startsWith('[') ? encodeTransfers(transfersOf(posted.receipt)) : checksumOf(posted.sequence, receipt));
