// Starts the page.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import './base.css';
import { follow } from './data/live/live.ts';
import { applyTheme, storedTheme } from './shell/theme.ts';

applyTheme(storedTheme());
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
follow(new AbortController().signal);
