// The texts of the page in the language that was chosen.
/// <reference path="./catalogues.d.ts" />

import { load, loadForOperators } from 'virtual:catalogues';
import { setupI18n } from '@lingui/core';
import type { Id } from './ids.ts';

export type { Id } from './ids.ts';
export type Values = Readonly<Record<string, string | number>>;

/** Each by the name it has in itself, and as browsers know it. English dates begin with the day. */
export const LANGUAGES = {
  en: { name: 'English', locale: 'en-GB' },
  de: { name: 'Deutsch', locale: 'de' },
  es: { name: 'Español', locale: 'es' },
  ru: { name: 'Русский', locale: 'ru' },
  zh: { name: '中文', locale: 'zh-Hans' },
} as const;
export type Language = keyof typeof LANGUAGES;

/** Those with a complete catalogue. */
export const OFFERED = (Object.keys(LANGUAGES) as Language[]).filter((language) => language in load);

const i18n = setupI18n();

export const t = (id: Id, values?: Values): string => i18n._(id, values);

export const language = (): Language => (i18n.locale || 'en') as Language;

/** How numbers and dates are written, with no text of the language: for tests. */
export function setLocale(chosen: Language): void {
  i18n.load(chosen, {});
  i18n.activate(chosen, LANGUAGES[chosen].locale);
}

let isForOperators = false;

/** Every text is in that language once it is loaded. */
export async function speak(chosen: Language): Promise<void> {
  const parts = await Promise.all([load[chosen]?.(), isForOperators ? loadForOperators[chosen]?.() : undefined]);
  const messages = Object.assign({}, ...parts.map((part) => part?.default));
  i18n.loadAndActivate({ locale: chosen, locales: LANGUAGES[chosen].locale, messages });
}

/** The texts of the screens of operators too, from now on and in whatever language. */
export async function speakToOperators(): Promise<void> {
  const chosen = language();
  const texts = await loadForOperators[chosen]?.();
  isForOperators = true;
  if (texts && chosen === language()) i18n.load(chosen, texts.default);
  else await speakToOperators();
}

export const onLanguage = (listener: () => void): (() => void) => i18n.on('change', listener);

/** The first of the reader's languages that is offered. */
export const bestOf = (wanted: readonly string[], offered: readonly Language[] = OFFERED): Language =>
  wanted.map((tag) => tag.toLowerCase().split('-')[0] as Language).find((code) => offered.includes(code)) ?? 'en';
