// The reference page in a real browser: it shows the calls, sends them, and asks no other machine for anything.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Server, startServer } from '../http/server.ts';
import { describeInBrowser, launch } from './stage.ts';

describeInBrowser('the reference page', () => {
  let server: Server;
  let browser: Browser;
  beforeAll(async () => {
    server = await startServer({ demo: true });
    browser = await launch();
  });
  afterAll(() => server.close());

  /** Waits as long as the test may take: how fast the machine is, is not the question. */
  async function newPage(
    viewport = { width: 1280, height: 900 },
    colorScheme: 'light' | 'dark' = 'light',
  ): Promise<Page> {
    const page = await browser.newPage({ viewport, colorScheme });
    page.setDefaultTimeout(0);
    page.setDefaultNavigationTimeout(0);
    return page;
  }

  test.each([
    { width: 1280, height: 900, scheme: 'light', paper: 'rgb(243, 242, 234)' },
    { width: 390, height: 844, scheme: 'dark', paper: 'rgb(11, 21, 19)' },
  ] as const)(
    'sends a swap from its example at $width pixels, where a hand can reach it, in the look of the page',
    async ({ scheme, paper, ...viewport }) => {
      const page = await newPage(viewport, scheme);
      const asked: string[] = [];
      const said: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      page.on('console', (message) => {
        if (message.type() !== 'info') said.push(message.text());
      });
      page.on('pageerror', (error) => said.push(String(error)));
      await page.goto(`${server.url}/docs/#tag/swaps/POST/createSwap`);
      await page.getByRole('button', { name: /Test Request.*createSwap/ }).click();
      const button = page.getByRole('button', { name: /^Send/ }).first();
      await button.waitFor();
      const { x = -1, y = -1, width = 0, height = 0 } = (await button.boundingBox()) ?? {};
      expect([x >= 0, y >= 0, x + width <= viewport.width, y + height <= viewport.height]).toEqual(Array(4).fill(true));
      expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(paper);
      const answered = page.waitForResponse((response) => response.url().endsWith('/createSwap'));
      await button.click();
      const response = await answered;
      expect(await response.json()).toMatchObject({ success: true, data: { status: 'completed' } });
      const status = page.getByRole('region', { name: 'Response' }).getByRole('link', { name: /200/ });
      await status.waitFor();
      const { y: top = -1, height: tall = 0 } = (await status.boundingBox()) ?? {};
      expect([top >= 0, top + tall <= viewport.height]).toEqual([true, true]);
      expect(asked.filter((url) => !url.startsWith(server.url) && !/^(data|blob):/.test(url))).toEqual([]);
      expect(said).toEqual([]);
      await page.close();
    },
  );

  test('has a guide, samples that work as they are copied, and every error', async () => {
    const page = await newPage();
    await page.goto(`${server.url}/docs/`);
    await page.getByRole('heading', { name: 'Guide' }).waitFor();
    expect(await page.title()).toBe('Millpond API');
    expect(await page.getByRole('link', { name: 'Millpond', exact: true }).getAttribute('href')).toBe('/');
    const links = page.locator('a[href*="#tag/"]');
    await links.last().waitFor();
    const calls = await links.evaluateAll((all) =>
      all.map((link) => link.getAttribute('href')?.replace(/.*#/, '') ?? ''),
    );
    const statuses = new Map<string, string>();
    for (const call of sampled(calls)) {
      await page.evaluate(`location.hash = ${JSON.stringify(call)}`);
      const sample = page.locator(`[id$="${call}"] pre`, { hasText: 'curl' }).first();
      // The shell's own `curl`, told to say the status and nothing else.
      const command = `${(await sample.textContent())?.trim()} --silent --output /dev/null --write-out '%{http_code}'`;
      statuses.set(call, (await promisify(execFile)('bash', ['-c', command])).stdout);
    }
    expect(statuses.get('tag/swaps/POST/createSwap')).toBe('200');
    expect(statuses.size).toBeGreaterThanOrEqual(17);
    // Nobody can know beforehand what an id will be, and samples that undo each other are run in the page's order.
    // Signing in and up takes a key, a passkey or an invitation, which no sample has.
    const expected = (call: string) => [
      '200',
      '404',
      '422',
      ...(call.startsWith('tag/sessions/') ? ['401', '403'] : []),
    ];
    expect([...statuses].filter(([call, status]) => !expected(call).includes(status))).toEqual([]);
    await page.evaluate('location.hash = "tag/errors"');
    for (const code of ['price_impact_too_high', 'outcome_unknown']) {
      const cell = page.getByRole('cell', { name: code, exact: true }).locator('code');
      await cell.waitFor();
      expect(await cell.evaluate((one) => one.getClientRects().length), `${code} on one line`).toBe(1);
    }
    await page.close();
  });
});

const FIVE = /\/(createSwap|getPoolData|provideLiquidity|getLPAccountData|refundLiquidity|getRouterData)$/;

/**
 * The calls of the interface, and of every tag the first of each method: another test sends all examples, and here the question is what
 * the page makes of them, which takes a second each. All of them with DOCS_SAMPLES=all.
 */
function sampled(calls: readonly string[]): ReadonlySet<string> {
  // The answer of a stream has no end.
  const all = calls.filter((call) => /\/(GET|POST)\/(?!events)/.test(call));
  if (process.env.DOCS_SAMPLES === 'all') return new Set(all);
  const firsts = new Map(all.toReversed().map((call) => [call.replace(/\/[^/]*$/, ''), call]));
  return new Set(all.filter((call) => FIVE.test(call) || firsts.get(call.replace(/\/[^/]*$/, '')) === call));
}
