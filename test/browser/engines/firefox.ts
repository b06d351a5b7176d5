// Drives Firefox over WebDriver BiDi, which it implements itself: a WebSocket with one message per command.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WIDE } from '../stage.ts';
import { clickActions, keyActions } from './actions.ts';
import type { Engine } from './engine.ts';
import { has, start } from './program.ts';

export const FIREFOX: Engine = {
  name: 'Firefox',
  missing: has('firefox-esr') ? [] : ['firefox-esr'],
  async open() {
    const profile = await mkdtemp(join(tmpdir(), 'millpond-firefox-'));
    const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
    const program = start('firefox-esr', args);
    const bidi = await connected(`${await program.saying(/ws:\/\/[\w.:]+/)}/session`);
    await bidi.command('session.new', { capabilities: {} });
    const { contexts } = await bidi.command('browsingContext.getTree', {});
    const context = contexts[0].context;
    await bidi.command('browsingContext.setViewport', { context, viewport: WIDE });
    const act = (actions: object) => bidi.command('input.performActions', { context, actions });
    return {
      goto: (url) => bidi.command('browsingContext.navigate', { context, url, wait: 'complete' }),
      async evaluate(expression) {
        const told = await bidi.command('script.evaluate', { expression, target: { context }, awaitPromise: true });
        if (told.type === 'exception') throw new Error(told.exceptionDetails.text);
        return told.result.value;
      },
      clickAt: (x, y) => act(clickActions(x, y)),
      type: (text) => act(keyActions(text)),
      async close() {
        bidi.close();
        await program.end();
        await rm(profile, { recursive: true, maxRetries: 5 });
      },
    };
  },
};

async function connected(url: string) {
  const socket = new WebSocket(url);
  // biome-ignore lint/suspicious/noExplicitAny: each command has a result of its own
  const waiting = new Map<number, PromiseWithResolvers<any>>();
  let last = 0;
  socket.addEventListener('message', ({ data }) => {
    const told = JSON.parse(data);
    const { resolve, reject } = waiting.get(told.id) as PromiseWithResolvers<unknown>;
    waiting.delete(told.id);
    if (told.type === 'success') resolve(told.result);
    else reject(new Error(`${told.error}: ${told.message}`));
  });
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox has closed the connection'));
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  return {
    // biome-ignore lint/suspicious/noExplicitAny: each command has a result of its own
    command(method: string, params: object): Promise<any> {
      const answer = Promise.withResolvers();
      last += 1;
      waiting.set(last, answer);
      socket.send(JSON.stringify({ id: last, method, params }));
      return answer.promise;
    },
    close: () => socket.close(),
  };
}
