// The reference page in a real browser: it shows the calls, sends them, and asks no other machine for anything.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Server, startServer } from '../http/server.ts';
import { describeInBrowser, launch, PHONE, WIDE } from './stage.ts';

type Look = {
  readonly width: number;
  readonly height: number;
  readonly scheme: 'light' | 'dark';
  /** The colour of the page. */
  readonly paper: string;
};
const DESK_BY_DAY: Look = { ...WIDE, scheme: 'light', paper: 'rgb(243, 242, 234)' };
const PHONE_AT_NIGHT: Look = { ...PHONE, scheme: 'dark', paper: 'rgb(11, 21, 19)' };
const SWAP = 'tag/swaps/POST/createSwap';

describeInBrowser('the reference page', () => {
  let server: Server;
  let browser: Browser;
  beforeAll(async () => {
    server = await startServer({ demo: true });
    browser = await launch();
  });
  afterAll(() => server.close());

  /** Waits as long as the test may take: how fast the machine is, is not the question. */
  async function open(path: string, { width, height, scheme }: Look) {
    const page = await browser.newPage({ viewport: { width, height }, colorScheme: scheme, reducedMotion: 'reduce' });
    onTestFinished(() => page.close());
    page.setDefaultTimeout(0);
    page.setDefaultNavigationTimeout(0);
    const asked: string[] = [];
    const said: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('console', (message) => {
      if (message.type() !== 'info') said.push(message.text());
    });
    page.on('pageerror', (error) => said.push(String(error)));
    await page.goto(`${server.url}${path}`);
    const expectAlone = () => {
      expect(asked.filter((url) => !url.startsWith(server.url) && !/^(data|blob):/.test(url))).toEqual([]);
      expect(said).toEqual([]);
    };
    return { page, expectAlone };
  }

  /** From the example of the call, where a hand can reach it, in the look of the page. */
  async function sendSwap(page: Page, { width, height, paper }: Look): Promise<void> {
    await page.getByRole('button', { name: /Test Request.*createSwap/ }).click();
    const button = page.getByRole('button', { name: /^Send/ }).first();
    await button.waitFor();
    const box = (await button.boundingBox()) ?? { x: -1, y: -1, width: 0, height: 0 };
    expect([box.x >= 0, box.y >= 0, box.x + box.width <= width, box.y + box.height <= height]).toEqual(
      Array(4).fill(true),
    );
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(paper);
    const answered = page.waitForResponse((response) => response.url().endsWith('/createSwap'));
    await button.click();
    const response = await answered;
    expect(await response.json()).toMatchObject({ success: true, data: { status: 'completed' } });
    const status = page.getByRole('region', { name: 'Response' }).getByRole('link', { name: /200/ });
    await status.waitFor();
    const { y: top = -1, height: tall = 0 } = (await status.boundingBox()) ?? {};
    expect([top >= 0, top + tall <= height]).toEqual([true, true]);
  }

  test('sends a swap on a phone, in the dark', async () => {
    const { page, expectAlone } = await open(`/docs/#${SWAP}`, PHONE_AT_NIGHT);
    await sendSwap(page, PHONE_AT_NIGHT);
    expectAlone();
  });

  test('has a guide, samples that work as they are copied, every error, and sends a swap', async () => {
    // Loading it takes ten seconds of a core, so that all this is asked of it once.
    const { page, expectAlone } = await open('/docs/', DESK_BY_DAY);
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
    expect(statuses.get(SWAP)).toBe('200');
    expect(statuses.size).toBeGreaterThanOrEqual(8);
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
    await page.evaluate(`location.hash = '${SWAP}'`);
    await sendSwap(page, DESK_BY_DAY);
    expectAlone();
  });
});

const FIVE = /\/(createSwap|getPoolData|provideLiquidity|getLPAccountData|refundLiquidity|getRouterData)$/;

/**
 * The calls of the interface, and the last of each method: another test sends all examples, and here the question is what the page makes
 * of them, which takes a second each. All of them with DOCS_SAMPLES=all.
 */
function sampled(calls: readonly string[]): ReadonlySet<string> {
  // The answer of a stream has no end.
  const all = calls.filter((call) => /\/(GET|POST)\/(?!events)/.test(call));
  if (process.env.DOCS_SAMPLES === 'all') return new Set(all);
  const lasts = ['/GET/', '/POST/'].map((method) => all.findLast((call) => call.includes(method)));
  return new Set(all.filter((call) => FIVE.test(call) || lasts.includes(call)));
}
