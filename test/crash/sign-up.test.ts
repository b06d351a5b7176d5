// A server that is killed while people sign up: everyone who was let in gets the invitation's balance, once, after the restart.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { audit, Server, temporaryDirectory } from './process.ts';

const SETTINGS = { SIGNUP: 'invite', DEMO_TRADERS: '0' };
// biome-ignore lint/suspicious/noExplicitAny: answers of several calls
type Answered = { readonly data: any };
const [PEOPLE, MOST_KILLS] = [12, 5];

it('a server killed between a sign-up and its deposit pays every opening balance once after the restart', async () => {
  const place = join(temporaryDirectory(), 'millpond.db');
  let server = await Server.start(place, SETTINGS);
  const db = new DatabaseSync(place, { readOnly: true });
  const ask = (statement: string) => db.prepare(statement).all() as { id: string; account: string; amount: string }[];
  const dues = () => ask("SELECT id FROM records WHERE kind = 'due'");
  const call = async (name: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${server.url}/${name}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return ((await answer.json()) as Answered).data;
  };
  const { tokens } = ((await (await fetch(`${server.url}/getTokens`)).json()) as Answered).data;
  const balances = tokens.map(({ address }: { address: string }) => ({ token: address, amount: '7' }));
  // Repeats until a kill falls between a sign-up and its deposit, which the first usually does.
  let owed = 0;
  for (let kill = 1; kill <= MOST_KILLS && owed === 0; kill++) {
    const { secret } = await call('createInvitation', { uses: PEOPLE, balances });
    const people = Array.from({ length: PEOPLE }, (_, at) => `p${kill}x${'abcdefghjkmn'[at]}`);
    const joining = people.map((name) =>
      call('finishSignUp', { invitation: secret, name, credential: 'key' }).catch(() => undefined),
    );
    while (dues().length === 0) await turn();
    await server.kill();
    await Promise.all(joining);
    owed = dues().length;
    server = await Server.start(place, SETTINGS);
  }
  expect(owed).toBeGreaterThan(0);
  while (dues().length > 0) await turn();
  const people = ask("SELECT id FROM records WHERE kind = 'person'").map(({ id }) => id);
  expect(people.length).toBeGreaterThan(0);
  for (const account of people) {
    const { data } = (await (await fetch(`${server.url}/getBalances?account=${account}`)).json()) as Answered;
    expect(data.balances.map(({ balance }: { balance: number }) => balance)).toEqual(balances.map(() => 7));
  }
  db.close();
  await server.stop();
  expect(await audit(place)).toMatchObject({ code: 0 });
});
