// Drives WebKit over HTTP WebDriver: WebKitGTK's MiniBrowser on a virtual display.
import { globSync } from 'node:fs';
import { until } from '../../http/event-stream.ts';
import { freePort } from '../../postgres/server.ts';
import { WIDE } from '../stage.ts';
import { clickActions, keyActions } from './actions.ts';
import type { Engine } from './engine.ts';
import { has, start } from './program.ts';

const [BINARY] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser');

// biome-ignore lint/suspicious/noExplicitAny: each command has a value of its own
type Reply = { readonly value: any };

export const WEBKIT: Engine = {
  name: 'WebKit',
  missing: [
    ...(has('WebKitWebDriver') && BINARY !== undefined ? [] : ['webkit2gtk-driver']),
    ...(has('Xvfb') ? [] : ['xvfb']),
  ],
  async open() {
    const screen = start('Xvfb', ['-displayfd', '1', '-screen', '0', '1400x1100x24', '-nolisten', 'tcp']);
    const display = `:${(await screen.saying(/^\d+\n/m)).trim()}`;
    const port = await freePort();
    const driver = start('WebKitWebDriver', [`--port=${port}`], { DISPLAY: display });
    const command = async (method: string, path: string, body?: object) => {
      const url = `http://127.0.0.1:${port}${path}`;
      const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
      const { value } = (await response.json()) as Reply;
      if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
      return value;
    };
    await until(() => command('GET', '/status'));
    const options = { binary: BINARY, args: ['--automation'] };
    const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options, timeouts: { script: 100_000 } } };
    const { sessionId } = await command('POST', '/session', { capabilities });
    const post = (path: string, body: object) => command('POST', `/session/${sessionId}/${path}`, body);
    await post('window/rect', { x: 0, y: 0, ...WIDE });
    return {
      goto: (url) => post('url', { url }),
      async evaluate(expression) {
        const script = `const tell = arguments[0]; (${expression}).then((text) => tell({ text }), (error) => tell({ error: String(error) }));`;
        const { text, error } = await post('execute/async', { script, args: [] });
        if (error !== undefined) throw new Error(error);
        return text;
      },
      clickAt: (x, y) => post('actions', { actions: clickActions(x, y) }),
      type: (text) => post('actions', { actions: keyActions(text) }),
      async close() {
        await command('DELETE', `/session/${sessionId}`);
        await driver.end();
        await screen.end();
      },
    };
  },
};
