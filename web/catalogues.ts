// Compiles the page's texts at build time: one module per language, and separate ones for parts that most readers never open.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

const FOLDER = fileURLToPath(new URL('./src/words', import.meta.url));

export type Catalogue = Readonly<Record<string, string>>;
export const LANGUAGES = ['en', 'de', 'es', 'ru', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Parts of the page whose texts are loaded with the first screen that shows them. */
const PARTS = {
  books: ['books.json', 'send.json'],
  operator: ['import.json', 'operator.json'],
  order: ['orders.json'],
  proof: ['proof.json'],
  trading: ['trading.json'],
};
const NAMES = Object.keys(PARTS) as (keyof typeof PARTS)[];
const isOf = (part: keyof typeof PARTS | null, file: string): boolean =>
  part === null ? !NAMES.some((name) => PARTS[name].includes(file)) : PARTS[part].includes(file);

const filesOf = (language: string): readonly string[] => {
  const folder = join(FOLDER, language);
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
};

/** The texts of a language by id, merged from one file per area. */
export function catalogueOf(language: string, isPart: (file: string) => boolean = () => true): Catalogue {
  const areas = filesOf(language)
    .filter(isPart)
    .map((name) => JSON.parse(readFileSync(join(FOLDER, language, name), 'utf8')));
  return Object.assign({}, ...areas);
}

/** Languages that have every text English has. */
export function offered(): readonly Language[] {
  const ids = Object.keys(catalogueOf('en'));
  return LANGUAGES.filter((language) => {
    const texts = catalogueOf(language);
    return ids.every((id) => id in texts);
  });
}

/** Joins a number with its % or hours by a no-break space. */
const joined = (text: string): string => text.replace(/ (?=%)|(?<=\d) (?=[hч](?!\p{L}))/gu, '\u00a0');

export function compile(catalogue: Catalogue): Readonly<Record<string, CompiledMessage>> {
  return Object.fromEntries(Object.entries(catalogue).map(([id, text]) => [id, compileMessageOrThrow(joined(text))]));
}

const ALL = 'virtual:catalogues';
/** The last segment becomes the name of the built file. */
const moduleOf = (language: string, part: keyof typeof PARTS | null = null): string =>
  `virtual:catalogues/${part === null ? '' : `${part}-`}words-${language}`;
const loadersOf = (part: keyof typeof PARTS | null): string =>
  `{ ${offered()
    .map((language) => `${language}: () => import('${moduleOf(language, part)}')`)
    .join(', ')} }`;

/** `virtual:catalogues` loads a language; index.html preloads the English one. */
export const catalogues = (): Plugin => ({
  name: 'catalogues',
  resolveId: (id) => (id.startsWith(ALL) ? `\0${id}` : undefined),
  load(id) {
    if (id === `\0${ALL}`) {
      const parts = NAMES.map((part) => `${part}: ${loadersOf(part)}`);
      return `export const load = ${loadersOf(null)}; export const loadPart = { ${parts.join(', ')} };`;
    }
    const found = LANGUAGES.flatMap((language) => [null, ...NAMES].map((part) => ({ language, part }))).find(
      ({ language, part }) => id === `\0${moduleOf(language, part)}`,
    );
    if (found === undefined) return undefined;
    const { language, part } = found;
    for (const name of filesOf(language)) this.addWatchFile(join(FOLDER, language, name));
    return `export default ${JSON.stringify(compile(catalogueOf(language, (file) => isOf(part, file))))};`;
  },
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle }) =>
      Object.values(bundle ?? {})
        .filter((part) => part.type === 'chunk' && part.facadeModuleId === `\0${moduleOf('en')}`)
        .map(({ fileName }) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: '', href: `/${fileName}` },
        })),
  },
});
