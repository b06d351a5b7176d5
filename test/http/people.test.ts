// Signing up and in with passkeys, using a software authenticator; and everything that must be refused.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createKey } from '../../src/access/keys.ts';
import type { Account } from '../../src/core/amount.ts';
import { Authenticator } from '../people/authenticator.ts';
import { type Answer, exact, send, sendBytes } from './client.ts';
import { dumpDatabase } from './dump.ts';
import { openMarket } from './market.ts';
import { type Server, startServer } from './server.ts';

const ORIGIN = 'https://pond.example';
const [RP, HERE] = ['pond.example', { origin: ORIGIN, rpId: 'pond.example' }];
const MINUTE_MS = 60_000;

let server: Server;
let operator: Record<string, string>;
let nowMs = Date.UTC(2026, 10, 16);

beforeAll(async () => {
  server = await startServer({
    auth: 'keys',
    publicUrl: ORIGIN,
    allowedHosts: null,
    people: { signUp: 'invite', nowMs: () => nowMs },
  });
  const { key } = await createKey(server.store, { account: 'local' as Account, role: 'operator' }, 0);
  await createKey(server.store, { account: 'Boss' as Account, role: 'trader' }, 0);
  operator = { authorization: `Bearer ${key}` };
  await openMarket(server, operator);
});
afterAll(() => server.close());

const post = (call: string, body: object, headers: Record<string, string> = {}) =>
  send(server, { path: `/${call}`, body, headers });
const codeOf = ({ headers }: Answer) => headers.get('error-code');
const cookieOf = ({ headers }: Answer) => ({ cookie: headers.get('set-cookie')?.replace(/;.*/, '') ?? '' });
const invite = async (more: object = {}) => exact(await post('createInvitation', more, operator)).data;
const begin = async (who: object) => exact(await post('beginSignUp', who)).data.options as { challenge: string };

async function signUp(device: Authenticator, who: object, at = HERE): Promise<Answer> {
  const { challenge } = await begin(who);
  return post('finishSignUp', { ...who, passkey: device.create({ challenge, ...at }) });
}

async function signIn(device: Authenticator, at = HERE): Promise<Answer> {
  const { challenge } = exact(await post('beginSignIn', {})).data.options;
  return post('finishSignIn', { passkey: device.get({ challenge, ...at }) });
}

async function joined(name: string, more: object = {}) {
  const device = new Authenticator();
  const { secret } = await invite(more);
  const answer = await signUp(device, { invitation: secret, name });
  exact(answer);
  return { device, secret, headers: cookieOf(answer) };
}

test('a free name cannot be taken by sending to it', async () => {
  const { headers } = await joined('sender', { balances: [{ token: 'apple', amount: '12' }] });
  const sendTo = async (to: string, by: Record<string, string> = headers) =>
    codeOf(await post('createTransfer', { token: 'apple', to, amount: 1, create: true }, by));
  for (const name of ['wanted', 'Wanted', 'w.a.n.t.e.d']) expect(await sendTo(name)).toBe('unknown_account');
  const { secret } = await invite();
  expect(exact(await post('checkName', { invitation: secret, name: 'wanted' })).data).toEqual({ name: 'wanted' });
  // A wallet's address cannot be chosen by signing up, and operators may send to new names.
  expect(await sendTo(`0:${'7'.repeat(64)}`)).toBeNull();
  expect(await sendTo('given', operator)).toBeNull();
  expect(await sendTo('given')).toBeNull();
});

test('a free name cannot be taken by naming it as a referrer, in a single swap or in a bulk', async () => {
  const { headers } = await joined('swapper', { balances: [{ token: 'apple', amount: '12' }] });
  const swap = (referrer: string) => ({ Pair: { tokenA: 'apple', tokenB: 'bread' }, amount: { tokenA: 1 }, referrer });
  const refer = async (referrer: string, by: Record<string, string> = headers) =>
    codeOf(await post('createSwap', swap(referrer), by));
  expect(await refer('coveted')).toBe('unknown_account');
  const items = [{ call: 'createSwap', body: swap('coveted') }];
  expect(JSON.stringify(exact(await post('bulk', { items }, headers)))).toContain('unknown_account');
  const { secret } = await invite();
  expect(exact(await post('checkName', { invitation: secret, name: 'coveted' })).data).toEqual({ name: 'coveted' });
  expect(await refer(`0:${'7'.repeat(64)}`)).toBeNull();
  expect(await refer('swapper')).toBeNull();
  expect(await refer('sender')).toBeNull();
});

test('a created key is shown even if no session can be started', async () => {
  const { secret } = await invite();
  const failing = vi.spyOn(server.store, 'addSession').mockRejectedValue(new Error('disk full'));
  const answer = await post('finishSignUp', { invitation: secret, name: 'unlucky', credential: 'key' });
  failing.mockRestore();
  const { data } = exact(answer);
  expect(data).toMatchObject({ account: 'unlucky', expiresAt: null });
  expect(answer.headers.get('set-cookie')).toBeNull();
  const headers = { authorization: `Bearer ${data.key}` };
  expect((await send(server, { path: '/getBalances', headers })).status).toBe(200);
});

test('a new user signs up by invitation, gets the balances, swaps, signs out and in again', async () => {
  const { secret, link } = await invite({ balances: [{ token: 'apple', amount: '12' }], note: 'for a friend' });
  expect(link).toBe(`${ORIGIN}/join#${secret}`);
  expect(exact(await post('getInvitation', { invitation: secret })).data).toMatchObject({
    role: 'trader',
    account: null,
    balances: [{ token: 'apple', symbol: 'APPLE', amount: '12' }],
  });
  expect(exact(await post('checkName', { invitation: secret, name: 'friend' })).data).toEqual({ name: 'friend' });
  const device = new Authenticator();
  const answer = await signUp(device, { invitation: secret, name: 'friend' });
  expect(exact(answer).data).toMatchObject({ account: 'friend', role: 'trader', key: null, balancesDue: false });
  const headers = cookieOf(answer);
  const held = exact(await send(server, { path: '/getBalances', headers })).data.balances;
  expect(held).toMatchObject([{ address: 'apple', balance: '12' }]);
  const Pair = { tokenA: 'apple', tokenB: 'bread' };
  exact(await post('createSwap', { Pair, amount: { tokenA: 1 } }, headers));
  exact(await post('deleteSession', {}, headers));
  expect((await send(server, { path: '/getBalances', headers })).status).toBe(401);
  const again = await signIn(device);
  expect(exact(again).data).toMatchObject({ account: 'friend', role: 'trader' });
  const own = exact(await send(server, { path: '/getPasskeys', headers: cookieOf(again) })).data.passkeys;
  expect(own).toMatchObject([{ name: 'Passkey', synced: false, lastUsedAt: new Date(nowMs).toISOString() }]);
  expect(JSON.stringify(dumpDatabase(server.path))).not.toContain(secret.slice(-43));
});

test('a key instead of a passkey is shown once, and signs in as any key does', async () => {
  const { secret } = await invite({ role: 'operator' });
  const { key, role } = exact(
    await post('finishSignUp', { invitation: secret, name: 'keyed', credential: 'key' }),
  ).data;
  expect(role).toBe('operator');
  expect(exact(await post('createSession', { key })).data).toMatchObject({ account: 'keyed', role: 'operator' });
  expect(codeOf(await post('finishSignUp', { invitation: secret, name: 'other' }))).toBe('invalid_request');
});

describe('an invitation is refused', () => {
  const refusal = async (invitation: string) => {
    const { status, text, headers } = await post('getInvitation', { invitation });
    return [status, text, headers.get('error-code')];
  };

  test('when guessed, used, expired or revoked, always with the same message', async () => {
    const used = await joined('usedone');
    const revoked = await invite();
    exact(await post('revokeInvitation', { id: revoked.secret }, operator));
    const late = await invite({ expiresInHours: 1 });
    const guessed = `${late.secret.slice(0, -43)}${'A'.repeat(43)}`;
    const good = await refusal('nonsense');
    expect(good.slice(0, 3)).toMatchObject([404, expect.any(String), 'invitation_invalid']);
    for (const secret of [used.secret, revoked.secret, guessed, `mi_${'0'.repeat(28)}_${'A'.repeat(43)}`])
      expect(await refusal(secret)).toEqual(good);
    nowMs += 60 * MINUTE_MS;
    expect(await refusal(late.secret)).toEqual(good);
    for (const call of ['beginSignUp', 'checkName', 'finishSignUp'])
      expect(
        codeOf(
          await post(call, {
            invitation: used.secret,
            name: 'again',
            ...(call === 'finishSignUp' && { credential: 'key' }),
          }),
        ),
      ).toBe('invitation_invalid');
  });

  test('if it becomes invalid during the sign-up', async () => {
    const { id, secret } = await invite();
    const who = { invitation: secret, name: 'slowone' };
    const { challenge } = await begin(who);
    exact(await post('revokeInvitation', { id }, operator));
    const answer = await post('finishSignUp', { ...who, passkey: new Authenticator().create({ challenge, ...HERE }) });
    expect(codeOf(answer)).toBe('invitation_invalid');
    exact(await post('setSignUp', { signUp: 'off' }, operator));
    expect(codeOf(await post('getInvitation', { invitation: (await invite()).secret }))).toBe('sign_up_closed');
    exact(await post('setSignUp', { signUp: 'setting' }, operator));
    expect(codeOf(await post('beginSignUp', { name: 'uninvited' }))).toBe('sign_up_closed');
  });

  test('when it is created with invalid fields, or without a key', async () => {
    const bad = [{ uses: 0 }, { uses: 10_001 }, { expiresInHours: 8761 }, { revokePasskeys: true }, { role: 'king' }];
    for (const body of bad)
      expect(codeOf(await post('createInvitation', body, operator)), JSON.stringify(body)).toBe('invalid_request');
    const balances = [{ token: 'apple', amount: '0' }];
    expect(codeOf(await post('createInvitation', { balances }, operator))).toBe('invalid_amount');
    expect(codeOf(await post('createInvitation', { balances: [{ token: 'none', amount: 1 }] }, operator))).toBe(
      'unknown_token',
    );
    const twice = [1, 2].map((amount) => ({ token: 'apple', amount }));
    expect(codeOf(await post('createInvitation', { balances: twice }, operator))).toBe('invalid_request');
    expect((await post('createInvitation', {})).status).toBe(401);
  });
});

test.each([
  'Alice',
  'al',
  'a'.repeat(33),
  '.alice',
  'al ice',
  'аlice',
  'admin',
  'adm1n-2',
  'the-operator',
  'mi11pond',
  'l0cal',
  'treasury',
])('the name %s is refused', async (name) => {
  const { secret } = await invite();
  expect(codeOf(await post('checkName', { invitation: secret, name }))).toBe('input_refused');
});

test('a name that is taken, or looks like one that is, is refused by checkName and by finishSignUp', async () => {
  await joined('wavern');
  const { secret } = await invite();
  for (const name of ['wavern', 'wavem', 'vvavern', 'wa.ve.rn', 'b0ss'])
    expect([name, codeOf(await post('checkName', { invitation: secret, name }))]).toEqual([name, 'name_taken']);
  expect(codeOf(await post('finishSignUp', { invitation: secret, name: 'wavem', credential: 'key' }))).toBe(
    'name_taken',
  );
});

describe('a passkey is refused', () => {
  test('if it is made or used for another origin or another host', async () => {
    const { secret } = await invite();
    const who = { invitation: secret, name: 'phished' };
    const elsewhere = [
      { origin: 'https://pond.example.evil.example', rpId: RP },
      { origin: 'http://pond.example', rpId: RP },
      { origin: ORIGIN, rpId: 'evil.example' },
    ];
    for (const at of elsewhere) expect(codeOf(await signUp(new Authenticator(), who, at))).toBe('passkey_refused');
    const { device } = await joined('victim');
    for (const at of elsewhere) expect(codeOf(await signIn(device, at))).toBe('passkey_refused');
    exact(await signIn(device));
  });

  test('with a challenge that is used, expired, for another purpose, or unknown', async () => {
    const { secret } = await invite({ uses: 3 });
    const who = { invitation: secret, name: 'replayer' };
    const { challenge } = await begin(who);
    const passkey = new Authenticator().create({ challenge, ...HERE });
    const codeFor = async (more: object) => codeOf(await post('finishSignUp', { ...who, passkey, ...more }));
    expect(await codeFor({ name: 'othername' })).toBe('passkey_refused');
    exact(await post('finishSignUp', { ...who, passkey }));
    expect(await codeFor({})).toBe('name_taken');
    const made = await begin({ ...who, name: 'tooslow' });
    nowMs += 5 * MINUTE_MS;
    const late = new Authenticator().create({ ...made, ...HERE });
    expect(await codeFor({ name: 'tooslow', passkey: late })).toBe('passkey_refused');
    const forged = new Authenticator().create({ challenge: 'A'.repeat(75), ...HERE });
    expect(await codeFor({ name: 'forger', passkey: forged })).toBe('passkey_refused');
    const { device } = await joined('signer');
    const asked = exact(await post('beginSignIn', {})).data.options;
    const assertion = device.get({ ...asked, ...HERE });
    exact(await post('finishSignIn', { passkey: assertion }));
    expect(codeOf(await post('finishSignIn', { passkey: assertion }))).toBe('passkey_refused');
    const other = await begin({ ...who, name: 'elseone' });
    expect(codeOf(await post('finishSignIn', { passkey: device.get({ ...other, ...HERE }) }))).toBe('passkey_refused');
  });

  test('if its id is already registered, and so is a thief who signs in with that id', async () => {
    const { device } = await joined('firstone');
    const { secret } = await invite();
    const thief = new Authenticator(device.id);
    expect(codeOf(await signUp(thief, { invitation: secret, name: 'secondone' }))).toBe('passkey_refused');
    expect(codeOf(await signIn(thief))).toBe('passkey_refused');
    expect(exact(await signIn(device)).data.account).toBe('firstone');
    expect(exact(await post('getInvitation', { invitation: secret })).data.role).toBe('trader');
  });

  test('if its counter does not rise', async () => {
    const { device } = await joined('counter');
    device.counter = 7;
    exact(await signIn(device));
    for (const counter of [7, 6, 0]) {
      device.counter = counter;
      expect(codeOf(await signIn(device))).toBe('passkey_refused');
    }
    device.counter = 8;
    exact(await signIn(device));
  });

  test('if it is sent as a bearer key, or has been revoked, which also ends its sessions', async () => {
    const { device, headers } = await joined('revoked');
    const [{ id }] = exact(await send(server, { path: '/getPasskeys', headers })).data.passkeys;
    for (const key of [id, `mp_${id}_${'A'.repeat(43)}`, device.id])
      expect((await send(server, { path: '/getBalances', headers: { authorization: `Bearer ${key}` } })).status).toBe(
        401,
      );
    exact(await post('revokeKey', { id }, operator));
    expect((await send(server, { path: '/getPasskeys', headers })).status).toBe(401);
    expect(codeOf(await signIn(device))).toBe('passkey_refused');
  });

  test('if the request comes from a page of another site', async () => {
    const { secret } = await invite();
    const who = { invitation: secret, name: 'crossed' };
    const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    for (const call of [
      'getInvitation',
      'checkName',
      'beginSignUp',
      'finishSignUp',
      'beginSignIn',
      'finishSignIn',
      'beginPasskey',
      'setSignUp',
    ])
      expect(codeOf(await post(call, who, foreign)), call).toBe('cross_site');
  });
});

describe('the passkeys of an account', () => {
  const add = async (device: Authenticator, headers: Record<string, string>, name = 'Second') => {
    const { challenge } = exact(await post('beginPasskey', {}, headers)).data.options;
    return post('finishPasskey', { passkey: device.create({ challenge, ...HERE }), name }, headers);
  };

  test('are added and removed by their owner while signed in; the last one is removed only with force', async () => {
    const { device, headers } = await joined('several');
    const second = new Authenticator();
    const added = exact(await add(second, headers)).data;
    expect(exact(await signIn(second)).data.account).toBe('several');
    expect(codeOf(await add(new Authenticator(), headers, '\u202e'))).toBe('invalid_request');
    const other = await joined('stranger');
    expect(codeOf(await post('revokePasskey', { id: added.id }, other.headers))).toBe('not_found');
    exact(await post('revokePasskey', { id: added.id }, headers));
    expect(codeOf(await signIn(second))).toBe('passkey_refused');
    const [{ id }] = exact(await send(server, { path: '/getPasskeys', headers })).data.passkeys;
    expect(codeOf(await post('revokePasskey', { id }, headers))).toBe('last_credential');
    exact(await signIn(device));
    exact(await post('revokePasskey', { id, force: true }, headers));
    expect(codeOf(await signIn(device))).toBe('passkey_refused');
  });

  test('cannot be added with a key, nor by the session of a restricted key', async () => {
    const { secret } = await invite();
    const { key } = exact(await post('finishSignUp', { invitation: secret, name: 'program', credential: 'key' })).data;
    expect((await post('beginPasskey', {}, { authorization: `Bearer ${key}` })).status).toBe(401);
    const restrictions = { scopes: ['read', 'trade', 'liquidity'] } as const;
    const { key: narrow } = await createKey(
      server.store,
      { account: 'program' as Account, role: 'trader', restrictions },
      0,
    );
    const session = await post('createSession', { key: narrow });
    exact(session);
    expect(codeOf(await post('beginPasskey', {}, cookieOf(session)))).toBe('scope_missing');
  });

  test('can be replaced by an invitation for the account, which revokes the old ones if the operator says so', async () => {
    const { device } = await joined('loser');
    const kept = new Authenticator();
    const first = await invite({ account: 'loser' });
    expect(exact(await post('getInvitation', { invitation: first.secret })).data.account).toBe('loser');
    expect(exact(await signUp(kept, { invitation: first.secret })).data.account).toBe('loser');
    exact(await signIn(device));
    const fresh = new Authenticator();
    const second = await invite({ account: 'loser', revokePasskeys: true });
    exact(await signUp(fresh, { invitation: second.secret }));
    for (const old of [device, kept]) expect(codeOf(await signIn(old))).toBe('passkey_refused');
    expect(exact(await signIn(fresh)).data.account).toBe('loser');
  });

  test('are at most sixteen', async () => {
    const { headers } = await joined('hoarder');
    for (let count = 1; count < 16; count++) exact(await add(new Authenticator(), headers));
    expect(codeOf(await add(new Authenticator(), headers))).toBe('too_many');
    // A thief who uses up all passkey slots does not lock the owner out.
    const fresh = new Authenticator();
    const [kept, replaced] = [
      await invite({ account: 'hoarder' }),
      await invite({ account: 'hoarder', revokePasskeys: true }),
    ];
    expect(codeOf(await signUp(fresh, { invitation: kept.secret }))).toBe('too_many');
    const recovered = cookieOf(await signUp(fresh, { invitation: replaced.secret }));
    expect(exact(await send(server, { path: '/getPasskeys', headers: recovered })).data.passkeys).toHaveLength(1);
  });
});

test('without PUBLIC_URL passkeys are for an allowed host or localhost, not for whichever Host a request names', async () => {
  const bare = await startServer({ auth: 'keys', allowedHosts: new Set(['pond.example', '127.0.0.1', 'localhost']) });
  const open = await startServer({ auth: 'keys', allowedHosts: null });
  const ask = async (on: Server, host: string) => {
    const answer = await sendBytes(on, `GET /getSignUp HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    const { passkeyHost, passkeyUrl } = JSON.parse(answer?.text ?? '').data;
    return [passkeyHost, passkeyUrl];
  };
  try {
    expect(await ask(bare, 'pond.example')).toEqual(['pond.example', 'https://pond.example']);
    for (const host of ['localhost:8080', '127.0.0.1:8080'])
      expect(await ask(bare, host)).toEqual(['localhost', `http://localhost:${bare.port}`]);
    expect(await ask(open, '[::1]:8080')).toEqual(['localhost', `http://localhost:${open.port}`]);
    for (const host of ['pond.example', '10.0.0.1', 'evil.example'])
      expect(await ask(open, host)).toEqual([null, null]);
  } finally {
    await bare.close();
    await open.close();
  }
});
