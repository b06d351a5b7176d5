// The page stays current: changes by others, a restart of the server, several tabs with one stream.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Route } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { send } from '../http/client.ts';
import { startServer } from '../http/server.ts';
import { useTempFolder } from '../temp-folder.ts';
import { describeInBrowser, useStage } from './stage.ts';

const TON = 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c';
const USDT = 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs';

describeInBrowser('live', () => {
  const stage = useStage();
  const inFolder = useTempFolder();
  const swap = async (server: { url: string; port: number } = stage.server) => {
    const body = { Pair: { tokenA: TON, tokenB: USDT }, amount: { tokenA: 1 } };
    const { status, text } = await send(server as never, { path: '/createSwap', body });
    expect(status, text).toBe(200);
    const { data } = JSON.parse((await send(server as never, { path: '/whoami' })).text);
    return data.sequence as number;
  };

  test("another client's swap updates the journal's number without a reload", async () => {
    const page = await stage.open('/pools');
    await page.getByText(/^Live, journal/).waitFor();
    const head = await swap();
    await page.getByRole('link', { name: `no. ${head}` }).waitFor();
  });

  test('two tabs share one event stream, and the second opens its own when the first is closed', async () => {
    const context = await stage.browser.newContext();
    onTestFinished(() => context.close());
    let streams = 0;
    context.on('request', (request) => {
      if (new URL(request.url()).pathname === '/events') streams += 1;
    });
    const first = await stage.open('/pools', { context });
    await first.getByText(/^Live, journal/).waitFor();
    const second = await stage.open('/tokens', { context });
    await second.getByText(/^Live, journal/).waitFor();
    const head = await swap();
    for (const page of [first, second]) await page.getByRole('link', { name: `no. ${head}` }).waitFor();
    expect(streams).toBe(1);
    await first.close();
    const next = await swap();
    await second.getByRole('link', { name: `no. ${next}` }).waitFor();
    expect(streams).toBe(2);
  });

  test('while the server restarts the page says that it is not live, then shows the newest number without a reload', async () => {
    const path = inFolder('millpond.db');
    const before = await startServer({ demo: true, path });
    const page = await stage.open('/pools', { origin: before.url, mayLog: /Failed to load resource|ERR_/ });
    await page.getByText(/^Live, journal/).waitFor();
    await page.evaluate('window.untouched = true');
    await before.close();
    await page.getByText('Not live. Figures are as of no.').waitFor();
    const after = await startServer({ path, port: before.port });
    onTestFinished(() => after.close());
    const head = await swap(after);
    await page.getByRole('link', { name: `Live, journal no. ${head}`, exact: true }).waitFor();
    await expect.poll(() => page.getByText('Not live').count(), { timeout: 100_000 }).toBe(0);
    expect(await page.evaluate('window.untouched')).toBe(true);
  });

  test('a connection that is silent is noticed in seconds, and the page never says of it that it is live', async () => {
    const wire = await cuttable(stage.server.port);
    const context = await stage.browser.newContext();
    onTestFinished(() => context.close());
    await context.clock.install();
    const page = await stage.open('/?amount=100', {
      context,
      origin: wire.url,
      mayLog: /Failed to load resource|ERR_/,
    });
    await page.getByText('The price has not moved since.').waitFor();
    // A beat comes in time, however long nothing happens.
    for (let beats = 0; beats < 3; beats++) {
      const beat = wire.nextPiece();
      await page.clock.runFor(3000);
      await beat;
    }
    await page.getByText('The price has not moved since.').waitFor();
    wire.cut();
    await page.clock.runFor(6000);
    await page.getByText(/^Quoted at no\. \d+\. Last update [67] s ago\.$/).waitFor();
    await page.getByText(/^Last update [67] s ago, journal/).waitFor();
    expect(await page.getByText('has not moved').count()).toBe(0);
    await page.clock.runFor(2000);
    await page.getByText('Not live. Figures are as of no.').waitFor();
    wire.mend();
    await page.getByText('The price has not moved since.').waitFor();
    await page.getByText(/^Live, journal/).waitFor();
  });

  test('a screen opened while the server is away loads when it is back, without a reload', async () => {
    const path = inFolder('away.db');
    const before = await startServer({ demo: true, path });
    const page = await stage.open('/', { origin: before.url, mayLog: /Failed to load resource|ERR_/ });
    await page.getByText(/^Live, journal/).waitFor();
    await before.close();
    const places = page.getByRole('navigation', { name: 'Main', exact: true });
    for (const name of ['Portfolio', 'Pools']) {
      await places.getByRole('link', { name }).click();
      await page.getByText('This screen could not be loaded.').waitFor();
      await page.getByText('The server does not answer.').waitFor();
      await page.getByRole('button', { name: 'Try again' }).click();
      expect(await places.isVisible()).toBe(true);
    }
    const after = await startServer({ path, port: before.port });
    onTestFinished(() => after.close());
    await page.getByRole('heading', { level: 1, name: 'Pools' }).waitFor();
    await page.getByText(/^Live, journal/).waitFor();
    expect(await page.getByText('could not be loaded').count()).toBe(0);
    const unstyled = '[...document.styleSheets].filter(({ cssRules }) => cssRules.length === 0).length';
    expect(await page.evaluate(unstyled)).toBe(0);
  });

  test('the page reloads once if one of its files is missing, and says so if the file is still missing', async () => {
    const page = await stage.open('/', { mayLog: /status of 404/ });
    await page.getByText(/^Live, journal/).waitFor();
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    const missing = (route: Route) => route.fulfill({ status: 404, body: '{}' });
    const places = page.getByRole('navigation', { name: 'Main', exact: true });
    await page.route('**/assets/Pools-*', missing, { times: 1 });
    await places.getByRole('link', { name: 'Pools' }).click();
    await page.getByRole('heading', { level: 1, name: 'Pools' }).waitFor();
    expect(loads).toBe(1);
    await page.route('**/assets/Tokens-*', missing);
    await places.getByRole('link', { name: 'Tokens' }).click();
    await page.getByText('The server answers, but a file of this page is missing.').waitFor();
    expect(loads).toBe(2);
    await places.getByRole('link', { name: 'Pools' }).click();
    await page.getByRole('heading', { level: 1, name: 'Pools' }).waitFor();
  });
});

/** A way to a server whose cable can be pulled: the connections stay open, and nothing arrives. */
async function cuttable(port: number) {
  let isCut = false;
  const pairs = new Set<Socket>();
  let heard = Promise.withResolvers<void>();
  const wire = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      pairs.add(from);
      from
        .on('error', () => {})
        .on('close', () => {
          pairs.delete(from);
          to.destroy();
        });
      from.on('data', (piece) => {
        if (from === far) heard.resolve();
        if (!isCut) to.write(piece);
      });
    }
  }).listen(0, '127.0.0.1');
  await once(wire, 'listening');
  onTestFinished(() => {
    wire.close();
    for (const socket of pairs) socket.destroy();
  });
  return {
    url: `http://127.0.0.1:${(wire.address() as AddressInfo).port}`,
    /** Resolves when the server says something more. */
    nextPiece() {
      heard = Promise.withResolvers();
      return heard.promise;
    },
    cut() {
      isCut = true;
    },
    mend() {
      isCut = false;
      for (const socket of pairs) socket.destroy();
    },
  };
}
