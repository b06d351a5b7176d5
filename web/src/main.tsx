import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import './base.css';
import { follow } from './data/live/live.ts';
import { startLanguage } from './shell/language.ts';
import { applyTheme, storedTheme } from './shell/theme.ts';

applyTheme(storedTheme());
// No top-level await: the screens import from this file and would wait for it in a cycle.
startLanguage().then(() => {
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
});
follow(new AbortController().signal);
