// The theme: the system's, unless the reader chose one; stored in the browser.
import { ofBrowser } from '../data/stored.ts';

export type Theme = 'system' | 'light' | 'dark';

const KEY = 'millpond theme';

export function storedTheme(): Theme {
  const stored = ofBrowser.getItem(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  if (theme === 'system') ofBrowser.removeItem(KEY);
  else ofBrowser.setItem(KEY, theme);
}
