// Challenges for passkeys and wallets: valid for some minutes, for one purpose, and once. Nothing is stored until one is used.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { SideRecordChange, SideRecords } from '../../ports/side-records.ts';
import { SideKind } from '../side-kind.ts';
import { update } from '../update.ts';

export const CHALLENGE_MS = 300_000;
const [TIME_BYTES, RANDOM_BYTES, MAC_BYTES] = [6, 18, 32];

/** The action that a challenge is for, such as signing up under a name; it is invalid for any other action. */
export type Purpose = readonly (string | null)[];

export class Challenges {
  readonly #records: SideRecords;
  readonly #lifetimeMs: number;

  constructor(records: SideRecords, lifetimeMs = CHALLENGE_MS) {
    this.#records = records;
    this.#lifetimeMs = lifetimeMs;
  }

  async make(purpose: Purpose, nowMs: number): Promise<string> {
    const start = randomBytes(TIME_BYTES + RANDOM_BYTES);
    start.writeUIntBE(nowMs + this.#lifetimeMs, 0, TIME_BYTES);
    return Buffer.concat([start, await this.#mac(purpose, start)]).toString('base64url');
  }

  /** Returns the change that marks the challenge as used, to commit with the action; undefined if it is invalid, expired or used. */
  async use(challenge: string, purpose: Purpose, nowMs: number): Promise<SideRecordChange | undefined> {
    const bytes = Buffer.from(challenge, 'base64url');
    // Base64url can spell the same bytes in several ways; if all were accepted, a challenge could be used once in each.
    if (bytes.length !== TIME_BYTES + RANDOM_BYTES + MAC_BYTES || bytes.toString('base64url') !== challenge)
      return undefined;
    const start = bytes.subarray(0, TIME_BYTES + RANDOM_BYTES);
    const expiresAtMs = start.readUIntBE(0, TIME_BYTES);
    if (expiresAtMs <= nowMs) return undefined;
    if (!timingSafeEqual(bytes.subarray(start.length), await this.#mac(purpose, start))) return undefined;
    const used = new SideKind<1>(this.#records, 'challenge');
    if (await used.find(challenge)) return undefined;
    // Kept longer than the challenge is valid, in case the clock of another node is behind.
    return used.put({ id: challenge, version: 0, body: 1, expiresAtMs: expiresAtMs + this.#lifetimeMs });
  }

  async #mac(purpose: Purpose, start: Buffer): Promise<Buffer> {
    const key = await secretOf(this.#records);
    return createHmac('sha256', key).update(JSON.stringify(purpose)).update('\0').update(start).digest();
  }
}

/** 256 secret bits that all nodes of an exchange share. */
export function secretOf(records: SideRecords): Promise<string> {
  const kind = new SideKind<string>(records, 'secret');
  return update(records, Date.now(), async () => {
    const found = await kind.find('people');
    if (found) return { changes: [], result: found.body };
    const body = randomBytes(32).toString('base64url');
    return { changes: [kind.put({ id: 'people', version: 0, body })], result: body };
  });
}
