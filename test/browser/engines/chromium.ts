// The Chromium that the other tests of the page use.
import { hasBrowser, launch, WIDE } from '../stage.ts';
import type { Engine } from './engine.ts';

export const CHROMIUM: Engine = {
  name: 'Chromium',
  missing: hasBrowser ? [] : ['chromium'],
  async open() {
    const context = await (await launch()).newContext({ viewport: WIDE });
    const page = await context.newPage();
    return {
      goto: async (url) => void (await page.goto(url)),
      evaluate: (expression) => page.evaluate(expression),
      clickAt: (x, y) => page.mouse.click(x, y),
      type: (text) => page.keyboard.type(text),
      close: () => context.close(),
    };
  },
};
