// Invitations: found by their secret only, and used at most as often as the operator allowed, on any node.
import { describe, expect, test } from 'vitest';
import {
  createInvitations,
  findInvitation,
  type InvitationDraft,
  listInvitations,
  revokeInvitation,
  spend,
} from '../../src/access/invitations.ts';
import type { SideRecords } from '../../src/ports/side-records.ts';
import { ann } from '../paper-orders.ts';
import type { Site } from './site.ts';

const DRAFT: InvitationDraft = {
  role: 'trader',
  uses: 1,
  expiresAtMs: 5000,
  balances: [{ token: 'apple', amount: '1000' }],
  account: null,
  revokesPasskeys: false,
  note: 'class 7b',
  by: ann,
};

async function make(records: SideRecords, draft: Partial<InvitationDraft> = {}) {
  const [made] = await createInvitations(records, [{ ...DRAFT, ...draft }], 1000);
  return made as NonNullable<typeof made>;
}

/** Uses an invitation like a sign-up does: reads it, and retries if another change was faster. */
async function use(records: SideRecords, secret: string): Promise<boolean> {
  for (;;) {
    const found = await findInvitation(records, secret, 2000);
    if (!found) return false;
    if (await records.change([spend(records, found)], { nowMs: 2000 })) return true;
  }
}

export function invitations(site: Site): void {
  describe('invitations', () => {
    test('are found by their secret and nothing else, and the secret is not stored', async () => {
      const { sideRecords } = await site.open();
      const { secret, ...shown } = await make(sideRecords);
      const bits = secret.slice(-43);
      expect(Buffer.from(bits, 'base64url')).toHaveLength(32);
      expect(shown).toEqual({ ...DRAFT, id: shown.id, left: 1, createdAtMs: 1000, revokedAtMs: null, state: 'active' });
      expect(JSON.stringify(await sideRecords.list({ kind: 'invitation', limit: 9 }))).not.toContain(bits);
      expect(await findInvitation(sideRecords, `  ${secret}\n`, 2000)).toMatchObject({ id: shown.id });
      const other = await make(sideRecords);
      const wrong = [shown.id, bits, '', `mi_${other.id}_${bits}`, `mi_${'0'.repeat(28)}_${bits}`, `${secret}a`];
      for (const text of [...wrong, secret.replace(bits[9] as string, bits[9] === 'a' ? 'b' : 'a')])
        expect(await findInvitation(sideRecords, text, 2000), text).toBeUndefined();
    });

    test.each([
      ['just before it expires', 4999, true],
      ['when it expires', 5000, false],
    ])('can be used %s (at %i ms): %s', async (_, nowMs, isGood) => {
      const { sideRecords } = await site.open();
      const { secret } = await make(sideRecords);
      expect((await findInvitation(sideRecords, secret, nowMs)) !== undefined).toBe(isGood);
    });

    test('can be used exactly as often as allowed, also with concurrent attempts on two nodes', async () => {
      const records = [(await site.open()).sideRecords, (await site.open()).sideRecords] as const;
      for (const uses of [1, 3]) {
        const { id, secret } = await make(records[0], { uses });
        const tries = Array.from({ length: 6 }, (_, at) => use(records[at % 2 ? 0 : 1], secret));
        expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(uses);
        const { items } = await listInvitations(records[1], { limit: 9 }, 2000);
        expect(items.find((one) => one.id === id)).toMatchObject({ left: 0, state: 'used' });
      }
    });

    test('cannot be used once revoked, also by a sign-up that has read them before', async () => {
      const { sideRecords } = await site.open();
      const { id, secret } = await make(sideRecords, { uses: 2 });
      const seen = await findInvitation(sideRecords, secret, 2000);
      expect(await revokeInvitation(sideRecords, id, 1500)).toMatchObject({ state: 'revoked', revokedAtMs: 1500 });
      expect(await sideRecords.change([spend(sideRecords, seen as never)], { nowMs: 2000 })).toBe(false);
      expect(await use(sideRecords, secret)).toBe(false);
      expect(await revokeInvitation(sideRecords, id, 1700)).toMatchObject({ revokedAtMs: 1500 });
      expect(await revokeInvitation(sideRecords, 'none', 1700)).toBeUndefined();
    });

    test('can be created a thousand at once, and are listed newest first in pages', async () => {
      const { sideRecords } = await site.open();
      await make(sideRecords);
      const drafts = Array.from({ length: 1000 }, (_, at) => ({ ...DRAFT, note: `${at}` }));
      const made = await createInvitations(sideRecords, drafts, 1001);
      expect(made.map(({ note }) => note)).toEqual(drafts.map(({ note }) => note));
      expect(new Set(made.map(({ secret }) => secret)).size).toBe(1000);
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const asked = { limit: 200, ...(cursor !== null && { cursor }) };
        const { items, nextCursor } = await listInvitations(sideRecords, asked, 2000);
        seen.push(...items.map(({ id }) => id));
        cursor = nextCursor;
      } while (cursor !== null);
      expect(seen).toHaveLength(1001);
      expect(new Set(seen.slice(0, 1000))).toEqual(new Set(made.map(({ id }) => id)));
      await expect(listInvitations(sideRecords, { limit: 9, cursor: 'x' }, 0)).rejects.toThrow('bad_cursor');
    });
  });
}
