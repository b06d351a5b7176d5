// A server whose venue is the ledger does not load any code for the chain.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { QUICK_START } from '../../quick-start.ts';
import { useTempFolder } from '../../temp-folder.ts';

const inFolder = useTempFolder();
const MAIN = fileURLToPath(new URL('../../../src/main.ts', import.meta.url));
const DEVNET = new URL('../../../devnet/', import.meta.url).href;

/** Records every module that is loaded; runs first in every thread. */
const RECORDER = `
  import { appendFileSync } from 'node:fs';
  import { registerHooks } from 'node:module';
  registerHooks({ load(url, context, next) { appendFileSync(process.env.LOADED, url + '\\n'); return next(url, context); } });
`;

test('serve loads neither src/ton nor the devnet nor packages that only the chain needs', async () => {
  const [recorder, loaded] = [inFolder('recorder.mjs'), inFolder('loaded')];
  writeFileSync(recorder, RECORDER);
  const child = spawn(process.execPath, [MAIN, 'serve', '--demo'], {
    env: {
      ...{
        PATH: process.env.PATH,
        ...QUICK_START,
        PORT: '0',
        DATABASE_URL: `sqlite:${join(inFolder('data'), 'x.db')}`,
      },
      ...{ LOADED: loaded, NODE_OPTIONS: `--import=${pathToFileURL(recorder)}` },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const listening = Promise.withResolvers<void>();
  createInterface(child.stdout).on('line', (line) => line.includes('listening at') && listening.resolve());
  child.once('close', () => listening.reject(new Error('it ended before it listened')));
  await listening.promise;
  const ended = once(child, 'close');
  child.kill('SIGTERM');
  await ended;
  const urls = readFileSync(loaded, 'utf8').split('\n');
  expect(urls.some((url) => url.endsWith('/src/api/app.ts'))).toBe(true);
  expect(
    urls.filter((url) => url.startsWith(DEVNET) || /\/src\/ton\/|@ton\/(sandbox|crypto|ton)\/|@ston-fi/.test(url)),
  ).toEqual([]);
});
