// An answer computed before a change is always replaced, even if it arrives after the change.
import { QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { renew } from './renew.ts';
import { queries } from './server.ts';

/** Long enough that no test fails because the machine is slow. */
const PATIENT = { timeout: 100_000 };

/** A figure on a screen: each answer is computed when requested, and arrives when the test lets it through. */
function look(name: string) {
  const server = { figure: 'at first', isDown: false };
  const waiting: (() => void)[] = [];
  const queryFn = async () => {
    const { figure } = server;
    await new Promise<void>((go) => waiting.push(go));
    if (server.isDown) throw new Error('down');
    return figure;
  };
  const observer = new QueryObserver(queries, { queryKey: [name], queryFn });
  onTestFinished(observer.subscribe(() => {}));
  const letThrough = async () => {
    for (const go of waiting.splice(0)) go();
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { server, letThrough, waiting, shown: () => observer.getCurrentResult().data };
}

test.each([
  ['the first answer', async () => {}],
  [
    'the first answer after a failure',
    async ({ server, letThrough }: ReturnType<typeof look>) => {
      server.isDown = true;
      await letThrough();
      server.isDown = false;
      void renew();
    },
  ],
  [
    'a later answer',
    async ({ letThrough }: ReturnType<typeof look>) => {
      await letThrough();
      void renew();
    },
  ],
])('%s, under way when the figure changes, is replaced by the changed figure', async (name, begin) => {
  const looking = look(name);
  await begin(looking);
  await expect.poll(() => looking.waiting.length, PATIENT).toBe(1);
  looking.server.figure = 'changed';
  void renew();
  const next = () => looking.letThrough().then(looking.shown);
  await expect.poll(next, PATIENT).toBe('changed');
});

test('an unused query is refetched when it is used again', async () => {
  const server = { figure: 'at first' };
  const unseen = { queryKey: ['unseen'], queryFn: async () => server.figure };
  await queries.fetchQuery(unseen);
  server.figure = 'changed';
  void renew();
  const observer = new QueryObserver(queries, unseen);
  onTestFinished(observer.subscribe(() => {}));
  await expect.poll(() => observer.getCurrentResult().data, PATIENT).toBe('changed');
});
