// Metrics of the running program, on the port of its calls and on one of their own.
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { TON, USDT } from '../../src/contract/fields.ts';
import { VERSION } from '../../src/version.ts';
import { Server, temporaryDirectory } from '../crash/process.ts';

/** Polls until the check passes, however slow the machine is. */
const until = (check: () => Promise<unknown>) => vi.waitFor(check, { timeout: 60_000, interval: 200 });

const textOf = async (url: string) => (await fetch(url, { headers: { connection: 'close' } })).text();

async function readingOf(url: string, series: string): Promise<number> {
  const lines = (await textOf(url)).split('\n').filter((line) => line.startsWith(`${series} `));
  return Number(lines[0]?.slice(series.length + 1));
}

const swap = async ({ url }: Server, tokenA: string) => {
  const response = await fetch(`${url}/createSwap`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify({ Pair: { tokenA, tokenB: tokenA === TON ? USDT : TON }, amount: { tokenA: 10 } }),
  });
  expect(response.status).toBe(tokenA === 'nonesuch' ? 404 : 200);
};

it('a server counts what it does, on its own port and on METRICS_PORT, which answers nothing else', async () => {
  const path = join(temporaryDirectory(), 'millpond.db');
  const server = await Server.start(path, { METRICS_PORT: '0', LOG_LEVEL: 'info' });
  const [, own] = (await server.printed(/Metrics at (http:\/\/127\.0\.0\.1:[^"]+)/)) as unknown as [string, string];
  for (let count = 0; count < 6; count += 1) await swap(server, count < 4 ? TON : USDT);
  await swap(server, 'nonesuch');
  await until(async () => {
    for (const url of [`${server.url}/metrics`, own]) {
      expect(await readingOf(url, 'millpond_swaps_total')).toBe(6);
      expect(await readingOf(url, 'millpond_requests_total{route="/createSwap",method="POST",status="200"}')).toBe(6);
      expect(await readingOf(url, 'millpond_refusals_total{code="unknown_token"}')).toBe(1);
      const ton = `token="${TON}",symbol="TON"`;
      expect(await readingOf(url, `millpond_swap_volume_total{${ton},side="paid"}`)).toBe(40);
    }
  });
  const text = await textOf(own);
  expect(text).toContain(`millpond_build_info{version="${VERSION}",node="${process.version}",store="sqlite"} 1\n`);
  for (const line of ['millpond_pools 6', 'millpond_tokens 6', 'millpond_keys{role="trader"} 0', 'millpond_store_up 1'])
    expect(text).toContain(`\n${line}\n`);
  expect(await readingOf(own, 'millpond_journal_sequence')).toBe(49 + 6);
  expect(await readingOf(own, 'millpond_database_bytes')).toBeGreaterThan(10_000);
  const head = await fetch(own, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  for (const [path, method] of [
    ['/getRouterData', 'GET'],
    ['/', 'GET'],
    ['/metrics', 'POST'],
  ] as const)
    expect((await fetch(new URL(path, own), { method })).status).toBe(404);
  expect(await server.stop()).toEqual({ code: 0, signal: null });
});
