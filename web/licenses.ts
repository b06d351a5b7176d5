// Adds the licences of all bundled packages to the build.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Captures the package folder of a module. */
const PACKAGE = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;

export const licenses = (): Plugin => ({
  name: 'licenses',
  apply: 'build',
  generateBundle() {
    const folders = new Set<string>();
    for (const id of this.getModuleIds()) {
      const folder = PACKAGE.exec(id)?.[1];
      if (folder !== undefined && existsSync(join(folder, 'package.json'))) folders.add(folder);
    }
    const notices = [...folders].sort().map(noticeOf);
    this.emitFile({
      type: 'asset',
      fileName: 'licenses.txt',
      source: [...notices, ...FONTS.map(fontNotice)].join('\n\n'),
    });
  },
});

/** Folders of the fonts, which the bundler does not count as modules. */
const FONTS = [
  '../node_modules/@fontsource-variable/familjen-grotesk',
  '../node_modules/@fontsource-variable/source-serif-4',
  './fonts/onest',
];
const fontNotice = (folder: string): string =>
  readFileSync(new URL(`${folder}/LICENSE`, import.meta.url), 'utf8').trim();

function noticeOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const texts = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|notice|ofl)/i.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8').trim());
  return [`${name} ${version} (${license})`, ...texts].join('\n\n');
}
