// The server's log at start: what is turned off, and what its operator should check.
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Server, temporaryDirectory } from '../crash/process.ts';

const linesOf = ({ stdout }: Server) =>
  (stdout.match(/^\{.*\}$/gm) ?? []).map((line) => JSON.parse(line) as { level: number; msg: string });

test('a log whose key was moved is not signed with a new one: the server says where it looked, and signs again with LOG_KEY_FILE', async () => {
  const folder = temporaryDirectory();
  const [file, moved] = [join(folder, 'millpond.db'), join(folder, 'moved')];
  const vkeyOf = async ({ url }: Server) => {
    const answer = await fetch(`${url}/getLog`);
    return answer.ok
      ? ((await answer.json()) as { data: { vkey: string } }).data.vkey
      : answer.headers.get('error-code');
  };
  const first = await Server.start(file);
  await expect.poll(() => vkeyOf(first), { timeout: 30_000 }).toContain('millpond/');
  const vkey = await vkeyOf(first);
  await first.stop();
  for (const name of ['', '.last']) renameSync(`${file}.log-key${name}`, `${moved}${name}`);
  const second = await Server.start(file);
  await second.stop();
  expect(linesOf(second).filter(({ level }) => level > 30)).toMatchObject([
    { level: 50, msg: expect.stringContaining(`the key of this log is not at ${file}.log-key: set LOG_KEY_FILE`) },
  ]);
  expect(existsSync(`${file}.log-key`)).toBe(false);
  const third = await Server.start(file, { LOG_KEY_FILE: moved });
  expect(await vkeyOf(third)).toBe(vkey);
  await third.stop();
  expect(linesOf(third).filter(({ level }) => level > 30)).toEqual([]);
});
