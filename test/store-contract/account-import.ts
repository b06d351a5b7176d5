// Account imports: an import that is repeated deposits and invites once.
import { describe, expect, test } from 'vitest';
import { AccountImport, type Deposit, type ImportOptions, ImportStopped } from '../../src/access/import/import.ts';
import { findInvitation } from '../../src/access/invitations.ts';
import { createKey } from '../../src/access/keys.ts';
import type { Account } from '../../src/core/amount.ts';
import type { Store } from '../../src/ports/store.ts';
import { APPLE, BREAD } from '../paper-exchange.ts';
import { registerToken } from '../paper-orders.ts';
import { balance, headOf, order, post, type Site } from './site.ts';

const OPTIONS: ImportOptions = { actor: 'op' as Account, links: 'missing', nowMs: 1000 };
const FILE = 'account,role,apple,bread\nann,trader,5,0.5\nbob,operator,7,\ncid,,,\n';
const depositInto =
  (store: Store): Deposit =>
  async (actor, commands) => {
    const outcomes = await store.commit(commands.map((command) => order(command, actor)));
    return outcomes.map((outcome) => ('refusal' in outcome ? outcome.refusal.code : undefined));
  };

export function accountImport(site: Site): void {
  describe('an import of accounts', () => {
    const open = async () => {
      const store = await site.open();
      await post(store, registerToken(APPLE), registerToken(BREAD));
      return { store, accounts: new AccountImport(store, depositInto(store)) };
    };
    const doWith = async (accounts: AccountImport, file: string, options: Partial<ImportOptions> = {}) => {
      const plan = await accounts.plan(file);
      expect(plan.faults).toEqual([]);
      return accounts.run(plan, { ...OPTIONS, ...options });
    };

    test('deposits and invites once when repeated, and adds only the difference of an extended file', async () => {
      const { store, accounts } = await open();
      const first = await doWith(accounts, FILE);
      expect(first).toMatchObject({ accounts: 3, deposits: 3 });
      expect(first.links.map(({ account, role }) => [account, role])).toEqual([
        ['ann', 'trader'],
        ['bob', 'operator'],
        ['cid', 'trader'],
      ]);
      const [ann] = first.links;
      const found = await findInvitation(store.sideRecords, ann?.secret ?? '', 2000);
      expect(found?.body).toMatchObject({ account: 'ann', uses: 1, balances: [], by: 'op' });
      const head = await headOf(store);
      expect(await doWith(accounts, FILE)).toEqual({ accounts: 3, deposits: 0, links: [] });
      expect(await headOf(store)).toBe(head);
      const more = await doWith(accounts, `${FILE}dee,,1,1\n`.replace('cid,,,', 'cid,,2,'));
      expect([more.deposits, more.links.map(({ account }) => account)]).toEqual([3, ['dee']]);
      expect(await balance(store, 'ann' as Account, APPLE)).toBe(5n);
      expect(await balance(store, 'cid' as Account, APPLE)).toBe(2n);
    });

    test('is refused if an amount differs from the one imported earlier', async () => {
      const { store, accounts } = await open();
      await doWith(accounts, FILE);
      const head = await headOf(store);
      const { faults } = await accounts.plan(FILE.replace('bob,operator,7', 'bob,operator,8'));
      expect(faults).toEqual([{ line: 3, message: expect.stringContaining(`bob was given 7 ${APPLE.symbol}`) }]);
      expect(await headOf(store)).toBe(head);
    });

    test('that was interrupted before its links were shown issues new links when repeated, and deposits nothing twice', async () => {
      const { store, accounts } = await open();
      const killed = async () => Promise.reject(new Error('killed'));
      await expect(doWith(accounts, FILE, { onLinks: killed })).rejects.toThrow('killed');
      const { deposits, links } = await doWith(accounts, FILE);
      expect([deposits, links.length]).toEqual([0, 3]);
      expect(await balance(store, 'bob' as Account, APPLE)).toBe(7n);
    });

    test('gives no link to accounts with a key unless new links are requested, which replace the old ones', async () => {
      const { store, accounts } = await open();
      await createKey(store, { account: 'ann' as Account, role: 'trader' }, 0);
      const first = await doWith(accounts, FILE);
      expect(first.links.map(({ account }) => account)).toEqual(['bob', 'cid']);
      const { links } = await doWith(accounts, FILE, { links: 'new' });
      expect(links).toHaveLength(3);
      const isGood = async (secret = '') => (await findInvitation(store.sideRecords, secret, 2000)) !== undefined;
      expect([await isGood(first.links[0]?.secret), await isGood(links[1]?.secret)]).toEqual([false, true]);
      expect(await doWith(accounts, FILE, { links: 'none' })).toMatchObject({ links: [] });
    });

    test('stops at a refused deposit, and names its account', async () => {
      const { accounts } = await open();
      const most = `${2n ** 120n - 1n}`;
      await doWith(accounts, `account,apple\nann,${most}\n`);
      const stopped = doWith(accounts, 'account,apple\nbob,1\n');
      await expect(stopped).rejects.toThrow(ImportStopped);
      await expect(stopped).rejects.toThrow('the deposit for bob was refused: amount_too_large');
    });
  });
}
