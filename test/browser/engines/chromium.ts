// The full Chromium; other page tests may use its headless shell.
import { chromium } from 'playwright-core';
import { CHROME, hasBrowser, WIDE } from '../stage.ts';
import type { Engine } from './engine.ts';

export const CHROMIUM: Engine = {
  name: 'Chromium',
  missing: hasBrowser ? [] : ['chromium'],
  async open() {
    const browser = await chromium.launch(CHROME);
    const page = await browser.newPage({ viewport: WIDE });
    return {
      goto: async (url) => void (await page.goto(url)),
      evaluate: (expression) => page.evaluate(expression),
      clickAt: (x, y) => page.mouse.click(x, y),
      type: (text) => page.keyboard.type(text),
      close: () => browser.close(),
    };
  },
};
