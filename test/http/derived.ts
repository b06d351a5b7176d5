// Recomputes the exchange's addresses as docs/interface.md describes.
import { createHash } from 'node:crypto';
import { Address } from '@ton/core';

export function derive(factory: string, ...parts: string[]): string {
  const text = ['millpond', factory, ...parts].join('\n');
  return new Address(0, createHash('sha256').update(text, 'utf8').digest()).toString();
}
