// The reference pages in a real browser: they show the calls, send them, and contact no other server.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Server, startServer } from '../http/server.ts';
import { violations } from './axe.ts';
import { describeInBrowser, launch, PHONE, WIDE } from './stage.ts';

type Look = {
  readonly width: number;
  readonly height: number;
  readonly scheme: 'light' | 'dark';
  /** The background colour of the page. */
  readonly paper: string;
};
const DESK_BY_DAY: Look = { ...WIDE, scheme: 'light', paper: 'rgb(243, 242, 234)' };
const PHONE_AT_NIGHT: Look = { ...PHONE, scheme: 'dark', paper: 'rgb(11, 21, 19)' };

describeInBrowser('the reference pages', () => {
  let server: Server;
  let browser: Browser;
  beforeAll(async () => {
    server = await startServer({ demo: true });
    browser = await launch();
  });
  afterAll(() => server.close());

  /** Opens a page without timeouts, so that no test fails because the machine is slow. */
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

  /** Sends the example of the call with the page's form, and checks the answer on the screen. */
  async function sendSwap(page: Page, { width, height, paper }: Look): Promise<void> {
    const button = page.getByRole('button', { name: 'Send POST /createSwap' });
    await button.scrollIntoViewIfNeeded();
    const box = (await button.boundingBox()) ?? { x: -1, y: -1, width: 0, height: 0 };
    expect([box.x >= 0, box.x + box.width <= width]).toEqual([true, true]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(paper);
    const answered = page.waitForResponse((response) => response.url().endsWith('/createSwap'));
    await button.click();
    expect(await (await answered).json()).toMatchObject({ success: true, data: { status: 'completed' } });
    const status = page.getByRole('region', { name: 'Response to POST' }).getByText(/^200, after/);
    await status.waitFor();
    await expect.poll(() => status.boundingBox().then((at) => (at?.y ?? height) < height)).toBe(true);
  }

  test('sends a swap on a phone in the dark theme', async () => {
    const { page, expectAlone } = await open('/docs/createSwap', PHONE_AT_NIGHT);
    await sendSwap(page, PHONE_AT_NIGHT);
    expectAlone();
  });

  test('shows every digit of an answer, and the status and code of a failed call', async () => {
    const { page, expectAlone } = await open('/docs/getPoolData', DESK_BY_DAY);
    const answer = page.getByRole('region', { name: 'Response to GET' });
    const plain = async () => (await fetch(`${server.url}/getPoolData?${await query(page)}`)).text();
    await page.getByRole('button', { name: 'Send GET /getPoolData' }).click();
    await answer.getByText(/^200, after/).waitFor();
    const shown = (await answer.locator('pre').textContent()) ?? '';
    expect(shown.replaceAll(/\s/g, '')).toBe((await plain()).replaceAll(/\s/g, ''));
    expect(shown.split('\n').length).toBeGreaterThan(10);
    expectAlone();
    await page.getByLabel('jetton0').fill('nowhere');
    await page.getByRole('button', { name: 'Send GET /getPoolData' }).click();
    await answer.getByText(/^404 unknown_token, after/).waitFor();
  });

  test.each(['/docs/', '/docs/createSwap', '/docs/errors'])('fits 320 pixels: %s', async (path) => {
    const { page } = await open(path, { ...PHONE_AT_NIGHT, width: 320 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  });

  test('has a guide, finds calls, and passes axe', async () => {
    const { page, expectAlone } = await open('/docs/', DESK_BY_DAY);
    await page.getByRole('heading', { name: 'Guide' }).waitFor();
    expect(await page.title()).toBe('Millpond API');
    expect(await page.getByRole('link', { name: 'Millpond', exact: true }).getAttribute('href')).toBe('/');
    await page.getByLabel('Find a call').fill('refundl');
    const found = page.getByRole('navigation').getByRole('link');
    await expect.poll(() => found.count()).toBe(1);
    expect(await violations(page)).toEqual([]);
    await found.click();
    await page.getByRole('heading', { name: 'refundLiquidity', level: 1 }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.goto(`${server.url}/docs/errors#outcome_unknown`);
    await page.getByRole('cell', { name: 'outcome_unknown', exact: true }).waitFor();
    expect(await violations(page)).toEqual([]);
    expectAlone();
  });

  test('has curl samples that run unchanged, except for missing ids and credentials', async () => {
    const { page } = await open('/docs/', DESK_BY_DAY);
    const links = await page
      .getByRole('navigation')
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')?.replace('/docs/', '') ?? ''));
    const statuses = new Map<string, string>();
    for (const call of sampled(links)) {
      await page.goto(`${server.url}/docs/${call}`);
      for (const sample of await page.getByLabel('curl', { exact: true }).all()) {
        const command = `${await sample.textContent()} --silent --output /dev/null --write-out '%{http_code}'`;
        statuses.set(call, (await promisify(execFile)('bash', ['-c', command])).stdout);
      }
    }
    expect(statuses.get('createSwap')).toBe('200');
    expect(statuses.size).toBeGreaterThanOrEqual(6);
    // Samples contain no valid ids, and a sample may undo what a later one needs.
    // Signing in and up needs a key, a passkey or an invitation, which no sample has.
    const expected = ['200', '401', '403', '404', '422'];
    expect([...statuses].filter(([, status]) => !expected.includes(status))).toEqual([]);
  });
});

/** The query that the page's form sends. */
const query = (page: Page): Promise<string> =>
  page.evaluate(
    'new URLSearchParams([...document.querySelectorAll("form.send input[name]")].map(({ name, value }) => [name, value])).toString()',
  );

const FIVE = ['createSwap', 'getPoolData', 'provideLiquidity', 'getLPAccountData', 'refundLiquidity', 'getRouterData'];

/** The calls of the original interface, or every call with DOCS_SAMPLES=all. Another test sends all examples without a browser. */
function sampled(calls: readonly string[]): readonly string[] {
  // The answer of `events` never ends, and `errors` is not a call.
  const all = calls.filter((call) => call !== 'events' && call !== 'errors');
  return process.env.DOCS_SAMPLES === 'all' ? all : all.filter((call) => FIVE.includes(call));
}
