// The browser's own EventSource receives events and resumes by itself after a disconnect, even if its filter let nothing through.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { send } from '../http/client.ts';
import { until } from '../http/event-stream.ts';
import { openMarket } from '../http/market.ts';
import { startServer } from '../http/server.ts';
import { hasBrowser, launch } from './stage.ts';

/** Forwards everything, records the Last-Event-ID of each request, and can cut all connections. */
async function startProxy(port: number) {
  const asked: string[] = [];
  const answered = { text: '' };
  const open = new Set<Socket>();
  const proxy = createServer((from) => {
    const to = connect(port, '127.0.0.1');
    from.on('data', (bytes) => {
      const head = bytes.toString();
      if (head.startsWith('GET /events')) asked.push(/\r\nlast-event-id: (\d+)\r\n/i.exec(head)?.[1] ?? 'none');
    });
    to.on('data', (bytes) => {
      answered.text += bytes;
    });
    from.pipe(to).pipe(from);
    for (const socket of [from, to]) {
      open.add(socket.on('error', () => {}));
      socket.on('close', () => open.delete(socket));
    }
  });
  await new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  onTestFinished(() => {
    cut();
    proxy.close();
  });
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, asked, answered, cut };
}

const SCRIPT = `
  const events = (window.told = []);
  const source = new EventSource('/events?after=0&kinds=updateToken');
  source.addEventListener('updateToken', ({ lastEventId, data }) => events.push([lastEventId, JSON.parse(data).name]));
`;

test.skipIf(!hasBrowser)('EventSource resumes after the last id of an event or a heartbeat', async () => {
  const server = await startServer({ eventHeartbeatMs: 100 });
  onTestFinished(() => server.close());
  const proxy = await startProxy(server.port);
  const page = await (await launch()).newPage();
  onTestFinished(() => page.close());
  await openMarket(server);
  await page.goto(`${proxy.url}/livez`, { timeout: 0 });
  await page.evaluate(SCRIPT);
  const rename = (name: string) => send(server, { path: '/updateToken', body: { address: 'corn', name } });
  const told = () => page.evaluate('window.told');

  // No event passes the filter, but heartbeats still advance the id.
  await until(() => expect(proxy.answered.text).toMatch(/\nid: 8\n\n/));
  proxy.cut();
  await until(() => expect(proxy.asked).toEqual(['none', '8']));
  await rename('Maize');
  await until(async () => expect(await told()).toEqual([['9', 'Maize']]));
  proxy.cut();
  await rename('Sweetcorn');
  await until(async () =>
    expect(await told()).toEqual([
      ['9', 'Maize'],
      ['10', 'Sweetcorn'],
    ]),
  );
  expect(['8', '9']).toContain(proxy.asked.at(-1));
});
