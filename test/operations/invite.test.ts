// millpond invite: a link that admits the given account with the given balances; and invalid flags.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { MAIN, Program, Server, temporaryDirectory } from '../crash/process.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of several calls
type Answered = { readonly data: any };

it('invite prints a link that admits one person to the running server, and refuses invalid flags', async () => {
  const place = join(temporaryDirectory(), 'millpond.db');
  const PUBLIC_URL = 'http://localhost:8123';
  const invite = async (...args: string[]) => {
    const settings = { DATABASE_URL: `sqlite:${place}`, PUBLIC_URL };
    const program = new Program([process.execPath, MAIN, 'invite', ...args], settings);
    const { code } = await program.ended;
    return { code, out: program.stdout, err: program.stderr };
  };
  expect(await invite()).toMatchObject({ code: 2, out: '', err: expect.stringContaining('there is no such file') });
  const settings = { AUTH: 'keys', SIGNUP: 'invite', DEMO_TRADERS: '0' };
  const server = await Server.start(place, settings);
  const call = async (name: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${server.url}/${name}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return { code: answer.headers.get('error-code'), data: ((await answer.json()) as Answered).data };
  };
  const { tokens } = ((await (await fetch(`${server.url}/getTokens`)).json()) as Answered).data;
  const ton = tokens.find(({ symbol }: { symbol: string }) => symbol === 'TON').address;

  const made = await invite('--role', 'operator', '--balances', `${ton}=12.5`, '--hours', '1', '--note', 'the first');
  expect(made).toMatchObject({ code: 0, err: expect.stringContaining('For one person, as operator, until') });
  const [, secret = ''] = new RegExp(`^${PUBLIC_URL}/join#(mi_[0-9a-f]{28}_[\\w-]{43})\n$`).exec(made.out) ?? [];
  expect(made.err).not.toContain(secret);
  expect(made.err).toContain('The link opens on this machine only.');
  const joined = await call('finishSignUp', { invitation: secret, name: 'first', credential: 'key' });
  expect(joined.data).toMatchObject({ account: 'first', role: 'operator', balancesDue: false });
  const headers = { authorization: `Bearer ${joined.data.key}` };
  expect(await (await fetch(`${server.url}/getBalances`, { headers })).text()).toContain('"balance":12.5');
  const again = await call('finishSignUp', { invitation: secret, name: 'second', credential: 'key' });
  expect(again.code).toBe('invitation_invalid');

  const wrong = [
    ['--uses', '10001'],
    ['--hours', '8761'],
    ['--account', 'a\u200bb'],
    ['--balances', 'nothing=1'],
    ['--balances', `${ton}=0`],
    ['--balances', `${ton}=0.0000000001`],
  ];
  const told = await Promise.all(wrong.map((args) => invite(...args)));
  expect(told.map(({ code, out }) => [code, out])).toEqual(wrong.map(() => [2, '']));
  await server.stop();
});
