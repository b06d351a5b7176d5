// What makes two requests the same. Fingerprints are stored, so their form must never change.
import { hash } from 'node:crypto';
import type { Command } from '../core/command.ts';

/** Two requests are the same when they ask for the same command. */
export function fingerprintOf(command: Command): string {
  const inOrder: Record<string, unknown> = {};
  for (const name of Object.keys(command).sort()) {
    const value: unknown = command[name as never];
    inOrder[name] = typeof value === 'bigint' ? `${value}n` : value;
  }
  return hash('sha256', JSON.stringify(inOrder), 'base64url');
}
