// A browser may import the contract: its transitive imports are only the contract itself and typebox.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const FOLDER = import.meta.dirname;
// Matches imports, re-exports, type imports and dynamic imports.
const IMPORTS = /(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"]+)['"]/g;
const importsOf = (file: string) => [...readFileSync(file, 'utf8').matchAll(IMPORTS)].map(([, name]) => name as string);

test('files of src/contract import only each other and typebox', () => {
  const files = globSync('**/*.ts', { cwd: FOLDER }).filter((name) => !name.endsWith('.test.ts'));
  const waiting = files.map((name) => join(FOLDER, name));
  const seen = new Set<string>();
  const foreign: string[] = [];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    for (const name of importsOf(file)) {
      if (name === 'typebox') continue;
      const target = name.startsWith('.') ? resolve(dirname(file), name) : name;
      if (target.startsWith(`${FOLDER}/`)) waiting.push(target);
      else foreign.push(`${file} imports ${name}`);
    }
  }
  expect(foreign).toEqual([]);
  expect(seen.size).toBeGreaterThan(8);
});

test('files of src/contract do not use process, Buffer, require or __dirname', () => {
  for (const name of globSync('*.ts', { cwd: FOLDER })) {
    if (name.endsWith('.test.ts')) continue;
    expect(readFileSync(join(FOLDER, name), 'utf8'), name).not.toMatch(/\b(process\.|Buffer\b|require\(|__dirname\b)/);
  }
});
