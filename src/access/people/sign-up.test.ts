// Which names can be chosen, and what a recovery revokes, on a real exchange.
import { beforeEach, expect, test } from 'vitest';
import { useExchange } from '../../../test/exchange-file.ts';
import { APPLE } from '../../../test/paper-exchange.ts';
import { ann, deposit, withdraw } from '../../../test/paper-orders.ts';
import { MARKET, post } from '../../../test/store-contract/site.ts';
import type { Account } from '../../core/amount.ts';
import type { KeyRecord } from '../../ports/records.ts';
import { LONGEST_NAME } from './names.ts';
import { type People, peopleOf } from './people.ts';

const on = useExchange(MARKET);
const WAY = 'key';
const NETWORKS = ['10.0.0.1'];
let people: People;
beforeEach(() => {
  const limits = { signUpsPerDay: 0, signUpsPerAddress: 0 };
  people = peopleOf(on.store, on.exchange, { signUp: 'open', ...limits, ownNames: async () => [], nowMs: () => 1000 });
});

const outcomeOf = (name: string) =>
  people.signUps.check({ name }).then(
    () => 'free',
    ({ code }) => code,
  );

test('a name that an account got since the names were listed is taken, even if the account was emptied again', async () => {
  const [holds, held] = ['holds', 'held'] as Account[];
  for (const name of [holds, held]) expect(await outcomeOf(name as string)).toBe('free');
  await post(on.store, deposit(holds as Account, APPLE, 1n));
  await post(on.store, deposit(held as Account, APPLE, 1n), withdraw(held as Account, APPLE, 1n));
  for (const name of [holds, held]) expect(await outcomeOf(name as string)).toBe('name_taken');
  expect(await outcomeOf('neither')).toBe('free');
});

test.each([
  [LONGEST_NAME, true],
  [LONGEST_NAME + 1, false],
])('a name of %i letters can be chosen: %s', async (length, isForPeople) => {
  expect(await people.signUps.isForPeople('a'.repeat(length) as Account)).toBe(isForPeople);
  expect(await outcomeOf('a'.repeat(length))).toBe(isForPeople ? 'free' : 'input_refused');
});

test('a recovery revokes all passkeys and keys of an account, and names those that were still usable', async () => {
  const keys = Array.from({ length: 203 }, (_, at): KeyRecord => {
    const [id, hash] = [`key${at}`, at === 1 ? '' : `hash ${at}`];
    const revokedAtMs = at === 2 ? 7 : null;
    return { id, account: ann, role: 'trader', name: `n${at}`, hash, restrictions: null, createdAtMs: at, revokedAtMs };
  });
  await on.store.sideRecords.change([], { nowMs: 1, keys });
  const { secret } = await people.invite({
    ...{ role: 'trader', uses: 1, expiresAtMs: 5000, balances: [], note: '', by: 'operator' as Account },
    ...{ account: ann, revokesPasskeys: true },
  });
  const { id, revoked, isRecovery } = await people.signUps.signUp({ invitation: secret }, WAY, NETWORKS);
  expect(isRecovery).toBe(true);
  const usable = keys.filter(({ revokedAtMs }) => revokedAtMs === null);
  expect(new Set(revoked)).toEqual(
    new Set(usable.map((key) => ({ id: key.id, name: key.name, isPasskey: !key.hash }))),
  );
  expect(revoked).toHaveLength(usable.length);
  const live = await Promise.all([...keys.map((key) => key.id), id].map((each) => on.store.key(each)));
  expect(live.filter((key) => key?.revokedAtMs === null).map((key) => key?.id)).toEqual([id]);
});
