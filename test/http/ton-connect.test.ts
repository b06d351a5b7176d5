// The files that TON Connect requests: served on TON only, with bridges only on networks that public wallets support.
import { expect, test } from 'vitest';
import { send, sendBytes } from './client.ts';
import { type ServerOptions, startServer } from './server.ts';

const HTML = { accept: 'text/html' };
const BRIDGES =
  'https://bridge.tonapi.io https://tonconnectbridge.mytonwallet.org https://connect.tonhubapi.com https://walletbot.me';

async function on<Found>(options: ServerOptions, look: (ask: Ask, url: string) => Promise<Found>): Promise<Found> {
  const server = await startServer(options);
  try {
    return await look((path, headers = {}) => send(server, { path, headers }), server.url);
  } finally {
    await server.close();
  }
}
type Ask = (path: string, headers?: Record<string, string>) => ReturnType<typeof send>;

test.each([
  ['mainnet', -239, `connect-src 'self' ${BRIDGES};`, 4],
  ['testnet', -3, `connect-src 'self' ${BRIDGES};`, 4],
  ['a devnet', -217, undefined, 0],
])('on %s, manifest, wallets and the page’s connect-src match the network', async (_, network, connect, count) => {
  await on({ chain: { network }, branding: { name: 'Old Mill' } }, async (ask, url) => {
    const manifest = await ask('/tonconnect-manifest.json');
    expect(JSON.parse(manifest.text)).toEqual({ url, name: 'Old Mill', iconUrl: `${url}/icon-192.png` });
    expect(manifest.headers.get('access-control-allow-origin')).toBe('*');
    expect(manifest.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    const wallets: { name: string; bridge: { type: string; url?: string }[] }[] = JSON.parse(
      (await ask('/tonconnect-wallets.json')).text,
    );
    expect(wallets).toHaveLength(count);
    const page = await ask('/', HTML);
    const policy = page.headers.get('content-security-policy') as string;
    expect(/connect-src [^;]*;/.exec(policy)?.[0]).toBe(connect);
    for (const { bridge } of wallets)
      for (const { url: at } of bridge) if (at !== undefined) expect(policy).toContain(new URL(at).origin);
    if (page.text.includes('<meta')) expect(page.text).toContain(`name="exchange-chain" content="${network}"`);
  });
});

test('with PUBLIC_URL, the manifest names that address', async () => {
  const options = { chain: { network: -239 }, publicUrl: 'https://pond.example' };
  const { text } = await on(options, (ask) => ask('/tonconnect-manifest.json'));
  expect(JSON.parse(text)).toMatchObject({
    url: 'https://pond.example',
    iconUrl: 'https://pond.example/icon-192.png',
  });
});

test('without PUBLIC_URL, the manifest names the Host of the request, not X-Forwarded-Host', async () => {
  const server = await startServer({ chain: { network: -239 }, trustedProxies: ['127.0.0.1'] });
  const asked = (host: string) =>
    sendBytes(
      server,
      `GET /tonconnect-manifest.json HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-Host: evil.example\r\nConnection: close\r\n\r\n`,
    );
  try {
    expect(JSON.parse((await asked('localhost:8080'))?.text ?? '')).toMatchObject({ url: 'http://localhost:8080' });
    expect(await asked('localhost:99999')).toMatchObject({ status: 400 });
  } finally {
    await server.close();
  }
});

test('on the ledger venue the files of TON Connect are answered 404, and the page has no connect-src', async () => {
  await on({}, async (ask) => {
    for (const path of ['/tonconnect-manifest.json', '/tonconnect-wallets.json'])
      expect((await ask(path)).status).toBe(404);
    expect((await ask('/', HTML)).headers.get('content-security-policy')).not.toContain('connect-src');
  });
});
