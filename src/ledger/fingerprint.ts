// Decides whether two requests are the same. Fingerprints are stored, so their form must never change.
import { hash } from 'node:crypto';

/** Two requests are the same if they ask for the same command. */
export function fingerprintOf(command: object): string {
  const inOrder: Record<string, unknown> = {};
  for (const name of Object.keys(command).sort()) inOrder[name] = printable(command[name as never]);
  return hash('sha256', JSON.stringify(inOrder), 'base64url');
}

/** The fingerprint that all commands of an atomic bulk share. */
export const fingerprintOfAll = (commands: readonly object[]): string =>
  hash('sha256', ['all', ...commands.map(fingerprintOf)].join('\n'), 'base64url');

function printable(value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`;
  if (Array.isArray(value)) return value.map(printable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, printable(item)]));
}
