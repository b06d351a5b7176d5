// millpond account import: a thousand accounts, their links in a private file, and invalid files refused as a whole.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { audit, MAIN, Program, Server, temporaryDirectory } from '../crash/process.ts';

async function importInto(place: string, ...args: string[]) {
  const settings = { DATABASE_URL: `sqlite:${place}`, BUSY_TIMEOUT: '60000' };
  const program = new Program([process.execPath, MAIN, 'account', 'import', ...args], settings);
  const { code } = await program.ended;
  return { code, out: program.stdout, err: program.stderr };
}

/** Takes 6 s: a server and seven programs. */
it('import adds 1,000 accounts while a server runs, adds nothing when repeated, and refuses invalid files as a whole', async () => {
  const folder = temporaryDirectory();
  const place = join(folder, 'millpond.db');
  const fileOf = (name: string, content: string | Buffer) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const server = await Server.start(place);
  const rows = Array.from({ length: 1000 }, (_, at) => `student-${at},trader,${at + 1}.5,100,"class ${at % 30}"`);
  const file = fileOf('class.csv', `\ufeffaccount;role;TON;USDT;note\r\n${rows.join('\r\n').replaceAll(',', ';')}\r\n`);
  const links = join(folder, 'links.csv');
  expect(await importInto(place, file, '--check')).toMatchObject({
    code: 0,
    out: expect.stringContaining('1000 accounts'),
  });
  const done = await importInto(place, file, '--links', links, '--url', 'https://pond.example');
  expect(done).toMatchObject({ code: 0, out: expect.stringContaining('2000 deposits, 1000 links') });
  console.log(done.out.trim());
  expect(statSync(links).mode & 0o777).toBe(0o600);
  const [head, first, ...others] = readFileSync(links, 'utf8').trimEnd().split('\r\n');
  expect([head, others.length]).toEqual(['account,role,link,expires,note', 999]);
  expect(first).toMatch(/^student-0,trader,https:\/\/pond\.example\/join#mi_[0-9a-f]{28}_[\w-]{43},\d{4}-.*,class 0$/);
  expect(done.out + done.err).not.toContain('mi_');
  const held = await fetch(`${server.url}/getBalances?account=student-41`);
  expect(await held.text()).toContain('"balance":42.5');

  expect(await importInto(place, file)).toMatchObject({ code: 0, out: expect.stringContaining(': 0 deposits') });
  expect(await importInto(place, file, '--links', links)).toMatchObject({
    code: 2,
    err: expect.stringContaining('none is overwritten'),
  });
  const many = Array.from({ length: 10_000 }, (_, at) => `pupil-${at},1e3`);
  const wrong = await importInto(place, fileOf('wrong.csv', `account,TON\n${many.join('\n')}\n`));
  expect([wrong.code, wrong.err.split('\n').length]).toEqual([1, 53]);
  expect(wrong.err).toContain('wrong.csv:2: TON must be a plain number such as 12.5, not 1e3');
  expect(wrong.err).toContain('and 9950 more like these\nmillpond: nothing was imported');
  const binary = await importInto(place, fileOf('photo.csv', readFileSync(process.execPath).subarray(0, 100_000)));
  expect([binary.code, binary.err]).toEqual([1, expect.stringContaining('this is not a text file in UTF-8')]);
  const large = await importInto(place, fileOf('large.csv', Buffer.alloc(100 * 2 ** 20, 'a')));
  expect([large.code, large.err]).toEqual([2, expect.stringContaining('it is larger than 16 MiB')]);
  expect(await audit(place)).toMatchObject({ code: 0, stdout: expect.stringContaining('audit passed') });
  await server.stop();
});
