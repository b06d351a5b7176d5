// The page's texts in the chosen language.
/// <reference path="./catalogues.d.ts" />

import { load, loadPart } from 'virtual:catalogues';
import { setupI18n } from '@lingui/core';
import type { Id } from './ids.ts';

export type { Id } from './ids.ts';
export type Values = Readonly<Record<string, string | number>>;

/** Each language's own name and its locale; British English puts the day first in dates. */
export const LANGUAGES = {
  en: { name: 'English', locale: 'en-GB' },
  de: { name: 'Deutsch', locale: 'de' },
  es: { name: 'Español', locale: 'es' },
  ru: { name: 'Русский', locale: 'ru' },
  zh: { name: '中文', locale: 'zh-Hans' },
} as const;
export type Language = keyof typeof LANGUAGES;

/** Languages with a complete catalogue. */
export const OFFERED = (Object.keys(LANGUAGES) as Language[]).filter((language) => language in load);

const i18n = setupI18n();

export const t = (id: Id, values?: Values): string => i18n._(id, values);

export const language = (): Language => (i18n.locale || 'en') as Language;

/** Sets number and date formats without loading texts: for tests. */
export function setLocale(chosen: Language): void {
  i18n.load(chosen, {});
  i18n.activate(chosen, LANGUAGES[chosen].locale);
}

type Part = keyof typeof loadPart;
/** Parts loaded so far; a change of language loads them too. */
const parts = new Set<Part>();

/** Loads a language and switches every text to it. */
export async function speak(chosen: Language): Promise<void> {
  const loaded = await Promise.all([load[chosen]?.(), ...[...parts].map((part) => loadPart[part][chosen]?.())]);
  const messages = Object.assign({}, ...loaded.map((part) => part?.default));
  i18n.loadAndActivate({ locale: chosen, locales: LANGUAGES[chosen].locale, messages });
}

/** Loads the texts of a part of the page, now and with every later language. */
export async function speakOf(part: Part): Promise<void> {
  if (parts.has(part)) return;
  const chosen = language();
  const texts = await loadPart[part][chosen]?.();
  if (chosen !== language()) return speakOf(part);
  parts.add(part);
  if (texts) i18n.load(chosen, texts.default);
}

/** Loads a screen together with the extra texts it needs. */
export async function withTexts<Screen>(screen: Promise<Screen>, ...needed: readonly Part[]): Promise<Screen> {
  const [loaded] = await Promise.all([screen, ...needed.map(speakOf)]);
  return loaded;
}

export const onLanguage = (listener: () => void): (() => void) => i18n.on('change', listener);

/** The first of the reader's languages that is offered. */
export const bestOf = (wanted: readonly string[], offered: readonly Language[] = OFFERED): Language =>
  wanted.map((tag) => tag.toLowerCase().split('-')[0] as Language).find((code) => offered.includes(code)) ?? 'en';
