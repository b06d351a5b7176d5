// Keeps every checkpoint of a log that anybody could have seen, and compares them with one another and with the leaves of the log.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { parseCheckpoint } from '../../src/transparency/format/checkpoint.ts';
import { parseVkey } from '../../src/transparency/format/keys.ts';
import { openNote } from '../../src/transparency/format/note.ts';
import { tilePath } from '../../src/transparency/format/tile.ts';
import { naiveRoot } from './naive.ts';

/** Waits for the first checkpoint; returns the key that the exchange names. */
export async function firstVkey(url: string): Promise<string> {
  for (;;) {
    const answer = await fetch(`${url}/getLog`);
    const { data } = (await answer.json()) as { data?: { vkey: string | null } };
    if (data?.vkey) return data.vkey;
    await sleep(50);
  }
}

export class SeenCheckpoints {
  /** The first and every later one, by size. */
  readonly notes = new Map<number, string>();
  readonly #roots = new Map<number, string>();
  readonly #vkey: string;
  #served = 0;

  constructor(vkey: string) {
    this.#vkey = vkey;
  }

  get largest(): number {
    return Math.max(0, ...this.#roots.keys());
  }

  /** Returns the size. Fails unless the note is signed, and has the root that was seen before for this size. */
  take(note: string): number {
    const key = parseVkey(this.#vkey);
    const { origin, size, root } = parseCheckpoint(openNote(note, [key]).text);
    const text = Buffer.from(root).toString('base64');
    expect({ origin, size, root: this.#roots.get(size) ?? text }).toEqual({ origin: key.name, size, root: text });
    this.#roots.set(size, text);
    if (!this.notes.has(size)) this.notes.set(size, note);
    return size;
  }

  /** Takes the checkpoint that an exchange shows, which must not be smaller than the one before; undefined if it does not answer. */
  async look(url: string): Promise<number | undefined> {
    const answer = await fetch(`${url}/checkpoint`).catch(() => undefined);
    const note = answer?.ok ? await answer.text().catch(() => undefined) : undefined;
    if (note === undefined) return undefined;
    const size = this.take(note);
    expect(size).toBeGreaterThanOrEqual(this.#served);
    this.#served = size;
    return size;
  }

  /** Computes the root for every size again from the leaves that an exchange serves. */
  async expectPartOf(url: string): Promise<void> {
    const leaves: Buffer[] = [];
    while (leaves.length < this.largest) {
      const width = Math.min(256, this.largest - leaves.length);
      const tile = await fetch(`${url}/${tilePath({ level: 0, index: leaves.length >> 8, width })}`);
      const hashes = Buffer.from(await tile.arrayBuffer());
      expect([tile.status, hashes.length]).toEqual([200, 32 * width]);
      for (let at = 0; at < hashes.length; at += 32) leaves.push(hashes.subarray(at, at + 32));
    }
    const known = new Map<string, Buffer>();
    for (const [size, root] of this.#roots)
      expect([size, naiveRoot(leaves, 0, size, known).toString('base64')]).toEqual([size, root]);
  }
}
