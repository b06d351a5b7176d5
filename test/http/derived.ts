// The addresses that an exchange makes, recomputed as docs/interface.md tells anyone to.
import { createHash } from 'node:crypto';
import { Address } from '@ton/core';

export function derive(factory: string, ...parts: string[]): string {
  const text = ['millpond', factory, ...parts].join('\n');
  return new Address(0, createHash('sha256').update(text, 'utf8').digest()).toString();
}
