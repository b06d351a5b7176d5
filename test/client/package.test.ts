// The client package as published: packed, unpacked, compiled against as in a web page, and run by Node as its README shows.
import { execFile, execFileSync } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build as bundle } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newFolder, type Server, startServer } from '../http/server.ts';

const CLIENT = resolve('client');

let folder: string;
let server: Server;
let readme: string;

/** A project for each test, beside the packed client. */
beforeAll(async () => {
  folder = await newFolder();
  const place = join(folder, 'node_modules/@millpond/client');
  await mkdir(place, { recursive: true });
  const pack = () => {
    const args = ['pack', '--silent', '--json', '--pack-destination', folder];
    return JSON.parse(execFileSync('npm', args, { cwd: CLIENT, encoding: 'utf8' }))[0];
  };
  const first = pack();
  // Leftovers of the first build must not make the second one emit nothing.
  const packed = pack();
  expect(packed.integrity).toBe(first.integrity);
  execFileSync('tar', ['-xzf', join(folder, packed.filename), '-C', place, '--strip-components=1']);
  readme = await readFile(join(CLIENT, 'README.md'), 'utf8');
  server = await startServer({ demo: true });
}, 600_000);
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const STRICT = ['--strict', '--exactOptionalPropertyTypes', '--types', '', '--target', 'es2022'];
const BROWSER = ['--lib', 'es2022,dom,dom.iterable'];
const tsc = (project: string, ...args: readonly string[]) =>
  execFileSync(resolve('node_modules/.bin/tsc'), [...STRICT, ...BROWSER, ...args], { cwd: project, stdio: 'inherit' });
const run = async (project: string, file: string) =>
  (await promisify(execFile)(process.execPath, [file], { cwd: project })).stdout;

async function projectOf(type: 'module' | 'commonjs', name: string, source: string): Promise<string> {
  const project = join(folder, name);
  await mkdir(project);
  await writeFile(join(project, 'package.json'), JSON.stringify({ type }));
  await writeFile(join(project, 'example.ts'), source.replace('http://127.0.0.1:8080', server.url));
  return project;
}

test("the README's examples compile and run with the packed client", { timeout: 600_000 }, async () => {
  const [first = '', second = ''] = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, example]) => example);
  const typed = '// @ts-expect-error: it is a decimal.\nquote.amountB satisfies number;\n';
  const project = await projectOf('module', 'module', `${first}${second}${typed}`);
  tsc(project, '--noEmit', '--module', 'nodenext', 'example.ts');
  expect(await run(project, 'example.ts')).toMatch(
    /^10 TON would pay (\d+\.\d+) USDT\nswapped: [\da-f-]{36}\n\d+: 10 for \1\nswap \d+\nseen enough\nopen\n$/,
  );
});

/** In CommonJS there is no await outside of functions. */
const COMMONJS = `
import { connect, MillpondError } from '@millpond/client';
import { verifyTransactionProof, ProofRefused } from '@millpond/client/proof';

async function main(): Promise<void> {
  const millpond = connect('http://127.0.0.1:8080');
  const { version } = await millpond.whoami();
  const ending = new AbortController();
  for await (const { sequence } of millpond.events({ after: 0 }, { signal: ending.signal })) {
    console.log(typeof version, sequence);
    break;
  }
  await millpond.getPoolData({ jetton0: 'a', jetton1: 'b' }).catch((error: unknown) => {
    console.log(error instanceof MillpondError && error.code);
  });
  await verifyTransactionProof({} as never, { key: '' }).catch((error: unknown) => {
    console.log(error instanceof ProofRefused);
  });
}
void main();
`;

test.each([
  ['commonjs', 'bundler'],
  ['node16', 'node16'],
  ['nodenext', 'nodenext'],
])('a project in CommonJS compiles with module %s and runs', { timeout: 600_000 }, async (module, resolution) => {
  const project = await projectOf('commonjs', module, COMMONJS);
  tsc(project, '--module', module, '--moduleResolution', resolution, 'example.ts');
  const compiled = await readFile(join(project, 'example.js'), 'utf8');
  expect(compiled).toContain('require("@millpond/client")');
  expect(await run(project, 'example.js')).toBe('string 1\nunknown_token\ntrue\n');
});

test('what a program requires has no module of the other kind in it', async () => {
  const project = await projectOf('commonjs', 'plain', '');
  const place = join(folder, 'node_modules/@millpond/client');
  // Node below 20.19 cannot require ES modules.
  const script =
    "require('@millpond/client'); require('@millpond/client/proof'); console.log(Object.keys(require.cache).length);";
  await writeFile(join(project, 'plain.cjs'), script);
  const { stdout } = await promisify(execFile)(process.execPath, ['--no-experimental-require-module', 'plain.cjs'], {
    cwd: project,
  });
  expect(Number(stdout)).toBeGreaterThan(10);
  expect(await readFile(join(place, 'dist/commonjs/package.json'), 'utf8')).toBe('{"type":"commonjs"}\n');
});

test('a bundle of the client has at most 5,000 bytes after gzip and imports nothing', async () => {
  const rolldownOptions = { input: join(CLIENT, 'src/client.ts'), preserveEntrySignatures: 'strict' } as const;
  const build = { write: false, modulePreload: false, rolldownOptions } as const;
  const built = await bundle({ root: CLIENT, configFile: false, logLevel: 'silent', build });
  const [file, ...others] = (built as { output: { code: string; imports: string[]; exports: string[] }[] }).output;
  expect([others, file?.imports, file?.exports]).toEqual([
    [],
    [],
    ['MillpondError', 'connect', 'randomKey', 'takesKey'],
  ]);
  expect(gzipSync(file?.code ?? '').length).toBeLessThanOrEqual(5000);
});
