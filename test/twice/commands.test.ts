// Every command in the README and CONTRIBUTING is run twice in the same folder (here, in another test, or by CI) or exempted.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MAIN, Program, Server, temporaryDirectory } from '../crash/process.ts';

const read = (path: string): string => readFileSync(join(MAIN, '../..', path), 'utf8');

/** Commands in this order, with the exit status and a part of the output of the second run. */
const PROGRAM: readonly (readonly [command: string, status: number, says: RegExp])[] = [
  ['--help', 0, /millpond serve/],
  ['key create --account alice --role trader', 0, /^mp_/],
  ['invite --uses 30', 0, /join#mi_/],
  ['audit', 0, /^audit passed/],
  ['market rebuild', 0, /^market data rebuilt/],
  ['backup copy.db', 2, /copy\.db: the file already exists; a backup does not overwrite files$/m],
];

test('every command can be run twice, or says in one line why not', { timeout: 600_000 }, async () => {
  const folder = temporaryDirectory();
  const run = async (command: string) => {
    const args = command.split(' ').map((word) => (/\.db$/.test(word) ? join(folder, word) : word));
    const program = new Program([process.execPath, MAIN, ...args], {
      DATABASE_URL: `sqlite:${join(folder, 'own.db')}`,
    });
    const { code } = await program.ended;
    return { code, said: program.stdout + program.stderr };
  };
  for (let times = 0; times < 2; times += 1) {
    const server = await Server.start(join(folder, 'own.db'));
    expect(await server.stop()).toEqual({ code: 0, signal: null });
  }
  for (const [command, status, says] of PROGRAM) {
    const first = await run(command);
    expect([command, first.code, first.code === 0 ? '' : first.said]).toEqual([command, 0, '']);
    const again = await run(command);
    expect([command, again.code], again.said).toEqual([command, status]);
    expect(again.said).toMatch(says);
    if (status !== 0) expect(again.said.match(/^millpond: /gm)).toHaveLength(1);
  }
});

/** Commands that another test or CI runs twice in the same folder, by prefix. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'npm install': '.ci/run',
  'npm test': '.ci/run',
  'npm run test:rest': '.ci/run',
  'npm run test:all': '.ci/run',
  'npm run check': '.ci/run',
  'npm run client:types': '.ci/run',
  'npm run contracts': '.ci/run',
  'npm pack': '.ci/run',
  'npm start': 'test/readme/readme.test.ts',
  serve: 'test/readme/readme.test.ts',
  copy: 'test/copy/copy.test.ts',
  devnet: 'test/ton/devnet/kill.test.ts',
};

/** Commands that are not run twice, each with its reason. */
const NOT_TWICE: Readonly<Record<string, string>> = {
  'npm run test:quick': 'a part of npm test',
  'npm run test:long': 'random, and for hours',
  'npm run format': 'biome, of which npm run check runs the same rules',
  'npm run dev:web': 'leaves nothing behind',
  'npm run pictures': 'needs a browser, and the clock of the demo',
  'npm run bench': 'needs an idle machine',
  'docker compose': 'needs Docker',
};

test('every command of the README and CONTRIBUTING is listed here, with what runs it twice or why nothing does', () => {
  const lines = ['README.md', 'CONTRIBUTING.md'].flatMap((file) => read(file).match(/^ {4}\S.*$/gm) ?? []);
  const commands = lines
    .map((line) => line.trim().split(/ {2,}| {2}#/)[0] as string)
    .flatMap((line) => line.split(' && '))
    .filter((line) => /\bnpm (?!install --global)|docker compose/.test(line))
    .map((line) => line.replace(/^(?:[A-Z_]+=\S+ )+/, '').replace(/^npm run -s millpond -- /, ''));
  expect(commands.length).toBeGreaterThan(20);
  const known = [
    ...PROGRAM.map(([command]) => command.replace(/ \S+\.\w+$/, '')),
    ...Object.keys({ ...ELSEWHERE, ...NOT_TWICE }),
  ];
  expect(commands.filter((command) => !known.some((begin) => command.startsWith(begin)))).toEqual([]);
  for (const [command, file] of Object.entries(ELSEWHERE))
    expect([command, read(file).length > 0]).toEqual([command, true]);
  const steps = read('.ci/run').split('\n');
  for (const [command, file] of Object.entries(ELSEWHERE))
    if (file === '.ci/run' && command !== 'npm pack')
      expect([command, steps.some((step) => step.includes(command))]).toEqual([command, true]);
});
