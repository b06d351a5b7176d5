// What bears a row of the journal out, so that one that was damaged or changed is named.
import { crc32 } from 'node:zlib';
import { transfersOf } from '../../core/commands/command.ts';
import type { Posted } from '../../core/settle/instruction.ts';
import { encodeTransfers } from './codec.ts';

/** A checksum, against faults and not against forgers; from the sequence on, so that no row bears out another. */
export const proofOf = (sequence: number, receipt: string): string => crc32(receipt, sequence >>> 0).toString();

/** Up to the ninth schema, what was moved was written beside the receipt, from which it follows. */
export const isBorneOut = (posted: Posted, { receipt, proof }: { receipt: string; proof: string }): boolean =>
  proof === (proof.startsWith('[') ? encodeTransfers(transfersOf(posted.receipt)) : proofOf(posted.sequence, receipt));
