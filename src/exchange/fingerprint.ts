// What makes two requests the same. Fingerprints are stored, so their form must never change.
import { createHash } from 'node:crypto';
import type { Command } from '../core/command.ts';

/** Two requests are the same when they ask for the same command. */
export function fingerprintOf(command: Command): string {
  const inOrder = Object.fromEntries(Object.entries(command).sort());
  const text = JSON.stringify(inOrder, (_, value) => (typeof value === 'bigint' ? `${value}n` : value));
  return createHash('sha256').update(text).digest('base64url');
}
