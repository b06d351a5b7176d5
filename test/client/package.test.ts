// The client package as published: packed, unpacked, compiled against as in a web page, and run by Node as its README shows.
import { execFile, execFileSync } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build as bundle } from 'vite';
import { expect, test } from 'vitest';
import { newFolder, startServer } from '../http/server.ts';

const CLIENT = resolve('client');

test("the README's example compiles and runs with the packed client", { timeout: 600_000 }, async () => {
  const folder = await newFolder();
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
  const readme = await readFile(join(CLIENT, 'README.md'), 'utf8');
  const [, example = ''] = /^```ts\n(.*?)^```$/ms.exec(readme) ?? [];
  const server = await startServer({ demo: true });
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  const typed = '// @ts-expect-error: it is a decimal.\nquote.amountB satisfies number;\n';
  await writeFile(join(folder, 'example.ts'), example.replace('http://127.0.0.1:8080', server.url) + typed);

  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noEmit', '--types', ''];
  const browser = ['--target', 'es2022', '--lib', 'es2022,dom,dom.iterable', '--module', 'nodenext'];
  execFileSync(resolve('node_modules/.bin/tsc'), [...strict, ...browser, 'example.ts'], {
    cwd: folder,
    stdio: 'inherit',
  });

  const { stdout } = await promisify(execFile)(process.execPath, ['example.ts'], { cwd: folder });
  expect(stdout).toMatch(/^10 TON would pay (\d+\.\d+) USDT\nswapped: [\da-f-]{36}\n\d+: 10 for \1\n$/);
  await server.close();
  await rm(folder, { recursive: true });
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
