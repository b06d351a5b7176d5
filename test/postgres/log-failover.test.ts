// A failover to a standby that lacks what was signed: the node that takes over signs no second history under the same name.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newKeyFile } from '../../src/transparency/format/keys.ts';
import { Client } from '../crash/client.ts';
import { makeDemoExchange } from '../crash/demo-exchange.ts';
import { Orders } from '../crash/orders.ts';
import { Server, temporaryDirectory } from '../crash/process.ts';
import { Random } from '../simulation/random.ts';
import { createDatabase } from './database.ts';
import { ask, startReplication } from './replication.ts';

const PATIENT = { timeout: 120_000, interval: 100 };

it('a node that was not looking while another signed what the standby lacks goes on as a new log', async () => {
  const servers = await startReplication({ isSynchronous: false });
  const { url } = await createDatabase(servers.primaryUrl);
  const [primary, standby] = [new URL(url), new URL(servers.standbyUrl)];
  standby.pathname = primary.pathname;
  const both = `${url.replace(primary.host, `${primary.host},${standby.host}`)}?target_session_attrs=read-write`;
  await makeDemoExchange(url);
  const [folder, key, orders] = [temporaryDirectory(), newKeyFile(), new Orders(new Random(1), 'failover')];
  const start = async (name: string) => {
    const file = join(folder, name, 'log-key');
    mkdirSync(join(folder, name), { recursive: true });
    if (!existsSync(file)) writeFileSync(file, key);
    const settings = { LOG_KEY_FILE: file, CHECKPOINT_SECONDS: '1', LOG_LEVEL: 'info', BUSY_TIMEOUT: '5000' };
    const server = await Server.start(both, settings, { demo: false });
    const last = (): { size: number; origin: string } => {
      if (!existsSync(`${file}.last`)) return { size: 0, origin: '' };
      const { checkpoint } = JSON.parse(readFileSync(`${file}.last`, 'utf8'));
      const [origin, size] = checkpoint.split('\n', 2);
      return { size: Number(size), origin };
    };
    const client = new Client(server.url);
    return { server, last, trade: () => client.send(orders.next()).catch(() => undefined) };
  };
  const a = await start('a');
  await expect.poll(() => a.last().size, PATIENT).toBeGreaterThan(0);
  const b = await start('b');
  const signs = async (more: () => boolean) =>
    expect
      .poll(async () => {
        await a.trade();
        return more();
      }, PATIENT)
      .toBe(true);
  await signs(() => b.last().size > 0);
  b.server.signal('SIGSTOP');
  const { size: seenByB, origin } = b.last();
  const upTo = `SELECT coalesce(max(size), 0) AS size FROM log_checkpoints`;
  await expect
    .poll(async () => Number(((await ask(standby.href, upTo)) as { size: number }[])[0]?.size), PATIENT)
    .toBeGreaterThanOrEqual(seenByB);
  const thaw = servers.freezeStandby();
  const before = a.last().size;
  await signs(() => a.last().size > before + 2);
  await a.server.kill();
  await servers.killPrimary();
  thaw();
  await servers.promoteStandby();
  b.server.signal('SIGCONT');
  await b.server.printed(/another server of the database has taken over.*it goes on as a new log, \S+\/2/);
  await expect
    .poll(async () => {
      await b.trade();
      return b.last().origin;
    }, PATIENT)
    .toBe(`${origin}/2`);
  // The node that signed what was lost comes back, and signs no more under the old name either.
  const again = await start('a');
  await expect
    .poll(async () => {
      await again.trade();
      return again.last().origin;
    }, PATIENT)
    .toBe(`${origin}/2`);
  expect(await again.server.stop()).toEqual({ code: 0, signal: null });
  expect(await b.server.stop()).toEqual({ code: 0, signal: null });
}, 400_000);
