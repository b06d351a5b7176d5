// The program compiled to JavaScript runs like the one that was written.
import { execFileSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Random } from '../simulation/random.ts';
import { Client } from './client.ts';
import { Orders } from './orders.ts';
import { MAIN, Server, temporaryDirectory } from './process.ts';

it('finds its threads, and swaps', async () => {
  const folder = temporaryDirectory();
  const project = join(MAIN, '../..');
  const compilerOptions = { noEmit: false, noCheck: true, rewriteRelativeImportExtensions: true, outDir: folder };
  const config = {
    extends: join(project, 'tsconfig.json'),
    compilerOptions: { ...compilerOptions, rootDir: project, types: [] },
    include: [join(project, 'src')],
    exclude: ['**/*.test.ts'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  execFileSync(process.execPath, [join(project, 'node_modules/typescript/bin/tsc'), '-p', folder]);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'));
  const wrap = ([node, , ...args]: readonly string[]) => [node as string, join(folder, 'src/main.js'), ...args];
  const server = await Server.start(join(folder, 'millpond.db'), {}, { wrap });
  const { status } = await new Client(server.url).send(new Orders(new Random(1), 'compiled').make('createSwap'));
  expect(status).toBe(200);
  expect(await server.stop()).toEqual({ code: 0, signal: null });
});
