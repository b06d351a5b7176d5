// The first minute at a terminal: the output, and that the commands it suggests work unchanged.
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { MAIN, Program, temporaryDirectory } from '../crash/process.ts';

/** Makes a pipe look like a terminal. */
const AS_TERMINAL = ['--import', 'data:text/javascript,process.stdout.isTTY=true'];

async function start(flags: readonly string[], settings: Record<string, string> = {}) {
  const path = join(temporaryDirectory(), 'data', 'millpond.db');
  const program = new Program([process.execPath, ...AS_TERMINAL, MAIN, 'serve', ...flags], {
    DATABASE_URL: `sqlite:${path}`,
    PORT: '0',
    ...settings,
  });
  await program.printed(/curl[^\n]*\n\n|"msg":"Server listening/);
  return { program, path, lines: stripVTControlCharacters(program.stdout).split('\n') };
}

/** Sends the request of a curl command line. */
async function send(line: string): Promise<Response> {
  const [, url, body] = /^curl '([^']+)'(?: -H 'Content-Type: application\/json' -d '([^']+)')?$/.exec(
    line,
  ) as unknown as [string, string, string?];
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: body as string };
  return fetch(url, body === undefined ? {} : post);
}

describe.each([
  [['--demo'], '20000 TON, 100000 USDT, 50000 STON, 10000000 NOT, 100000000 DOGS, 50000 jDAI'],
  [[], 'nothing yet; start with --demo for a demo market'],
])('serve %s', (flags, holdings) => {
  it('prints its URL, the account, balances, the data folder, and three working commands', async () => {
    const { program, path, lines } = await start(flags);
    const [, url] = /Server listening at (\S+)$/m.exec(lines.join('\n')) as unknown as [string, string];
    expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d info {2}public log: created the signing key /);
    expect(lines[1]).toMatch(/^\d\d:\d\d:\d\d info {2}Server listening at http:\/\/127\.0\.0\.1:\d+$/);
    expect(lines).toContain(`  open   ${url} in a browser`);
    expect(lines).toContain(`  hold   ${holdings}`);
    expect(lines).toContain(`  data   ${path} (SQLite)`);
    const commands = lines.flatMap((line) => /curl .*/.exec(line)?.[0] ?? []);
    expect(commands).toHaveLength(3);
    for (const command of commands) {
      const response = await send(command);
      expect([command, response.status, await response.json()]).toEqual([command, 200, expect.anything()]);
    }
    await program.stop();
    expect(program.stdout).toMatch(/stopped\n$/);
  });
});

it('serve with LOG_FORMAT=json prints JSON lines and no banner, and warns of a database file that others may read', async () => {
  const { program, path } = await start([], { LOG_FORMAT: 'json' });
  await program.stop();
  for (const line of program.stdout.trimEnd().split('\n')) expect(JSON.parse(line)).toMatchObject({ level: 30 });
  chmodSync(path, 0o644);
  const again = new Program([process.execPath, MAIN, 'serve'], { DATABASE_URL: `sqlite:${path}`, PORT: '0' });
  const [, warning] = await again.printed(/"level":40.*"msg":"(.*)"/);
  expect(warning).toContain(`others on this machine may read or enter ${path} (644)`);
  await again.stop();
});
