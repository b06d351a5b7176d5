// The page's language: the reader's stored choice, or else the first of the browser's languages that is offered.
import { useSyncExternalStore } from 'react';
import { ofBrowser } from '../data/stored.ts';
import { bestOf, LANGUAGES, type Language, language, OFFERED, onLanguage, speak } from '../words/words.ts';

const KEY = 'millpond language';

const isOffered = (code: string | null): code is Language => OFFERED.includes(code as Language);

export async function startLanguage(): Promise<void> {
  const stored = ofBrowser.getItem(KEY);
  await apply(isOffered(stored) ? stored : bestOf(navigator.languages)).catch(() => apply('en'));
}

/** If the texts of the language cannot be loaded, throws and changes nothing. */
export async function chooseLanguage(chosen: Language): Promise<void> {
  await apply(chosen);
  ofBrowser.setItem(KEY, chosen);
}

async function apply(chosen: Language): Promise<void> {
  await speak(chosen);
  document.documentElement.lang = LANGUAGES[chosen].locale;
}

export const useLanguage = (): Language => useSyncExternalStore(onLanguage, language);
