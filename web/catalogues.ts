// Compiles the texts of the page ahead: one module a language, loaded when it is chosen, and one for the screens of operators.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

const FOLDER = fileURLToPath(new URL('./src/words', import.meta.url));

export type Catalogue = Readonly<Record<string, string>>;
export const LANGUAGES = ['en', 'de', 'es', 'ru', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Areas that come with the first screen that shows them, since most readers never see it. */
const OF_OPERATORS: readonly string[] = ['import.json', 'operator.json'];

const filesOf = (language: string): readonly string[] => {
  const folder = join(FOLDER, language);
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
};

/** The texts of a language by their ids, from one file for each area. */
export function catalogueOf(language: string, isPart: (file: string) => boolean = () => true): Catalogue {
  const areas = filesOf(language)
    .filter(isPart)
    .map((name) => JSON.parse(readFileSync(join(FOLDER, language, name), 'utf8')));
  return Object.assign({}, ...areas);
}

/** A language is offered when it has every text that English has. */
export function offered(): readonly Language[] {
  const ids = Object.keys(catalogueOf('en'));
  return LANGUAGES.filter((language) => {
    const texts = catalogueOf(language);
    return ids.every((id) => id in texts);
  });
}

/** A number and its % stay on one line. */
const joined = (text: string): string => text.replaceAll(' %', '\u00a0%');

export function compile(catalogue: Catalogue): Readonly<Record<string, CompiledMessage>> {
  return Object.fromEntries(Object.entries(catalogue).map(([id, text]) => [id, compileMessageOrThrow(joined(text))]));
}

const ALL = 'virtual:catalogues';
/** The last part is what the file of the build is called by. */
const moduleOf = (language: string): string => `virtual:catalogues/words-${language}`;
const operatorsOf = (language: string): string => `virtual:catalogues/operator-words-${language}`;
const loadersOf = (name: string, of: (language: string) => string): string =>
  `export const ${name} = { ${offered()
    .map((language) => `${language}: () => import('${of(language)}')`)
    .join(', ')} };`;

/** `virtual:catalogues` loads a language; the page asks for the English one before its script has come. */
export const catalogues = (): Plugin => ({
  name: 'catalogues',
  resolveId: (id) => (id.startsWith(ALL) ? `\0${id}` : undefined),
  load(id) {
    if (id === `\0${ALL}`) return loadersOf('load', moduleOf) + loadersOf('loadForOperators', operatorsOf);
    const language = LANGUAGES.find((one) => [moduleOf(one), operatorsOf(one)].some((name) => id === `\0${name}`));
    if (language === undefined) return undefined;
    const isForOperators = id === `\0${operatorsOf(language)}`;
    for (const name of filesOf(language)) this.addWatchFile(join(FOLDER, language, name));
    const texts = catalogueOf(language, (file) => OF_OPERATORS.includes(file) === isForOperators);
    return `export default ${JSON.stringify(compile(texts))};`;
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
