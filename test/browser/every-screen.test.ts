// Rules for every screen: accessible in both themes and widths, never wider than the window, contacting only its own server.
import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { catalogueOf, compile } from '../../web/catalogues.ts';
import { send } from '../http/client.ts';
import { violations } from './axe.ts';
import { describeInBrowser, PHONE, useStage, WIDE } from './stage.ts';

const TON = 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c';
const USDT = 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs';

const NOT = 'EQAvlWFDxGF2lXm67y4yzC17wYKD9A0guwPkMs1gOsM__NOT';

/** A path, and a text that its screen shows. */
const SCREENS: readonly (readonly [string, string | RegExp])[] = [
  ['/', 'Swap'],
  [`/?pay=${TON}&receive=${USDT}&amount=1250`, 'Swap'],
  [`/?mode=limit&pay=${TON}&receive=${USDT}&amount=100&price=2.6&ends=custom`, 'Limit order'],
  [`/?mode=stop&pay=${TON}&receive=${USDT}&amount=100&stop=2.4&limit=yes&price=2.3`, 'Stop order'],
  [`/?mode=recurring&pay=${TON}&receive=${USDT}&amount=100&times=10&limit=yes&price=2.4`, 'Recurring order'],
  ['/pools', 'Pools'],
  ['/pool/$pool', 'TON / USDT'],
  ['/pool/$pool?tab=facts', 'TON / USDT'],
  ['/tokens', 'Tokens'],
  [`/token/${TON}`, 'TON'],
  ['/portfolio', 'Portfolio'],
  ['/gains', 'Gains'],
  ['/activity', 'Activity'],
  ['/tx/$tx', /.+/],
  ['/account', 'Account'],
  ['/account?act=key', 'Account'],
  ['/account/requests', 'Requests'],
  ...[
    '',
    '/journal',
    '/accounts',
    '/movements',
    '/tokens',
    '/pools',
    '/orders',
    '/keys',
    '/invitations',
    '/webhooks',
    '/branding',
    '/audit',
  ].map((section) => [`/operator${section}`, /.+/] as const),
  ['/no/such/place', 'Page not found'],
];

/** Waits until nothing is loading any more. */
async function settled(page: Page): Promise<void> {
  // Polled by the test: the page's content security policy forbids evaluating text inside the page.
  const isSettled = `document.querySelector('h1') !== null && document.querySelector('[aria-busy="true"]') === null`;
  await expect.poll(() => page.evaluate(isSettled), { timeout: 100_000 }).toBe(true);
}

/** Waits for two frames. */
const drawn = (page: Page) =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))');

/** By how many pixels the page is wider than its window. */
const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

/** The widest letters on a token's pebble, as a part of its width. */
const LETTERS = `Math.max(0, ...Array.from(document.querySelectorAll('svg text'), (letters) =>
  letters.getBoundingClientRect().width / letters.parentElement.getBoundingClientRect().width))`;

/** Buttons, tabs and labels whose text overflows them; aria-hidden content is decoration. */
const CUT = `[...document.querySelectorAll('button:not([popovertarget=account]), [role=tab], nav a, label > span, th')].filter((each) => {
  if (!each.checkVisibility() || each.clientWidth < 3) return false;
  const box = each.getBoundingClientRect();
  const texts = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const style = getComputedStyle(texts.currentNode.parentElement);
    if (style.clipPath !== 'none' || style.position === 'absolute' || texts.currentNode.parentElement.closest('[aria-hidden]')) continue;
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    const { left, right, width } = range.getBoundingClientRect();
    // A space at the end of a line has no width.
    if (width === 0) continue;
    if (left < box.left - 1 || right > box.right + 1) return true;
  }
  return false;
}).map((each) => each.textContent)`;

/** Contrast is the slowest rule: each screen is checked for it in one width in the light theme and in the other in the dark one, or in
 *  both with SCREENS=all. */
const hasContrastChecked = (theme: 'light' | 'dark', viewport: typeof WIDE, path: string): boolean =>
  process.env.SCREENS === 'all' || (theme === 'dark') === ((viewport === WIDE) === (path.length % 2 === 0));

/** The dark theme differs in colours only. */
const rulesFor = (theme: 'light' | 'dark', isForContrast: boolean) => {
  if (theme === 'dark') return isForContrast ? ['color-contrast'] : [];
  return isForContrast ? undefined : ('all but contrast' as const);
};

/** Pseudo-English: accented vowels and every piece of text doubled; values and elements stay. */
function pseudo(compiled: unknown): unknown {
  if (typeof compiled === 'string') return compiled.replace(/<[^>]*>|[^<]+/g, twice);
  if (!Array.isArray(compiled)) return compiled;
  return compiled.map((part) => {
    if (!Array.isArray(part)) return pseudo(part);
    const [name, type, cases] = part;
    if (typeof cases !== 'object') return part;
    return [name, type, Object.fromEntries(Object.entries(cases).map(([key, inner]) => [key, pseudo(inner)]))];
  });
}
const twice = (text: string): string =>
  text.startsWith('<')
    ? text
    : text.replace(/\S*\p{L}.*\S|\p{L}/su, (words) => {
        const accented = words.replace(/[aeiou]/g, (letter) => `${letter}\u0301`.normalize());
        return `${accented} ${accented}`;
      });
const DOUBLE = `export default ${JSON.stringify(
  Object.fromEntries(Object.entries(compile(catalogueOf('en'))).map(([id, text]) => [id, pseudo(text)])),
)};`;

describeInBrowser('every screen', () => {
  const stage = useStage();
  const ask = async (path: string, body?: object) => {
    const { status, text } = await send(stage.server, { path, ...(body && { body }) });
    expect(status, text).toBe(200);
    return JSON.parse(text).data;
  };
  const paths = async (): Promise<readonly (readonly [string, string | RegExp])[]> => {
    const { pools } = await ask('/getPools?limit=1');
    const { transactionId } = await ask('/createSwap', { Pair: { tokenA: TON, tokenB: USDT }, amount: { tokenA: 1 } });
    return SCREENS.map(([path, heading]) => [
      path.replace('$pool', pools[0].poolAddress).replace('$tx', transactionId),
      heading,
    ]);
  };
  const mayLog = /status of 404/;

  test.each([
    ['of the market', false],
    ['of the operator', true],
  ])(
    '%s passes axe, fits 768 and 320 pixels and contacts only its own server',
    { timeout: 600_000 },
    async (_, ofOperator) => {
      const page = await stage.open('/', { mayLog });
      const hosts = new Set<string>();
      page.on('request', (request) => hosts.add(new URL(request.url()).host));
      for (const [path, heading] of await paths()) {
        if (path.startsWith('/operator') !== ofOperator) continue;
        await page.goto(`${stage.server.url}${path}`);
        await page.getByRole('heading', { level: 1, name: heading }).waitFor();
        await settled(page);
        for (const viewport of [WIDE, PHONE]) {
          await page.setViewportSize(viewport);
          for (const colorScheme of ['light', 'dark'] as const) {
            const rules = rulesFor(colorScheme, hasContrastChecked(colorScheme, viewport, path));
            if (rules?.length === 0) continue;
            await page.emulateMedia({ colorScheme });
            expect.soft(await violations(page, rules), `${path} ${colorScheme} ${viewport.width}`).toEqual([]);
          }
        }
        for (const [width, height] of [
          [768, 1024],
          [320, 640],
        ] as const) {
          await page.setViewportSize({ width, height });
          expect.soft(await page.evaluate(OVERFLOW), `${path} is too wide at ${width}`).toBeLessThanOrEqual(0);
        }
        await page.setViewportSize(WIDE);
      }
      expect([...hosts]).toEqual([new URL(stage.server.url).host]);
    },
  );

  test.each([WIDE, PHONE])('the layout hardly shifts while a screen opens, at $width pixels', async (viewport) => {
    // No answer may be an error: the page does not request what it knows to be missing.
    const page = await stage.open('/no/such/place', { viewport, mayLog: /\/no\/such\/place|status of 404/ });
    const failed: string[] = [];
    page.on('response', (response) => {
      if (response.status() >= 400 && !response.url().endsWith('/no/such/place'))
        failed.push(`${response.status()} ${response.url()}`);
    });
    await page.addInitScript(`
      window.shift = 0;
      new PerformanceObserver((list) => {
        for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shift += value;
      }).observe({ type: 'layout-shift', buffered: true });
    `);
    const all = (await paths()).map(([path]) => path);
    /** Gives an order form its quote after all that it waits for besides. */
    const quoteLast = async (route: Route) => {
      await page
        .getByText(/^Balance [\d,.]+ TON$/)
        .first()
        .waitFor({ state: 'attached' });
      await drawn(page);
      await route.continue();
    };
    const routed = `/?pay=${USDT}&receive=${NOT}&amount=100`;
    const steady = all.filter((path) => /^\/(\?.*|portfolio|pool\/[^?]*)?$/.test(path));
    expect(steady).toHaveLength(7);
    for (const path of [...all, routed]) {
      if (path.includes('mode=')) await page.route(/\/quoteOrder/, quoteLast, { times: 1 });
      await page.goto(`${stage.server.url}${path}`);
      await settled(page);
      if (path === routed) await page.getByText(/^No pool holds both/).waitFor();
      // Two frames later everything is drawn and its layout shift is counted.
      await drawn(page);
      const most = path === routed || steady.includes(path) ? 0.01 : 0.1;
      expect.soft(await page.evaluate('window.shift'), path).toBeLessThan(most);
    }
    expect(failed).toEqual([]);
  });

  test('texts of double length fit every screen and button', async () => {
    const page = await stage.open('/no/such/place', { mayLog });
    await page.route(/\/assets\/([a-z]+-)?words-en-/, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: DOUBLE }),
    );
    for (const [path] of await paths()) {
      await page.goto(`${stage.server.url}${path}`);
      await settled(page);
      for (const width of [1280, 320]) {
        await page.setViewportSize({ width, height: 800 });
        expect.soft(await page.evaluate(OVERFLOW), `${path} at ${width}`).toBeLessThanOrEqual(0);
        expect.soft(await page.evaluate(CUT), `${path} at ${width}`).toEqual([]);
      }
    }
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toMatch(/^(.+) \1$/);
  });

  test('a symbol of 32 letters fits every screen that shows it', async () => {
    const Pair = { tokenA: 'wide', tokenB: 'long' };
    for (const [address, letter] of [
      ['wide', 'W'],
      ['long', 'M'],
    ] as const) {
      await ask('/registerToken', { address, symbol: letter.repeat(32), decimals: 9 });
      await ask('/deposit', { account: 'local', token: address, amount: 123456789, reference: `start ${address}` });
    }
    await ask('/provideLiquidity', { Pair, amount: { tokenA: 123456.123456789, tokenB: 654321 } });
    const { transactionId } = await ask('/createSwap', { Pair, amount: { tokenA: 12.345678 } });
    const { pools } = await ask('/getPools?limit=200');
    const pool = pools.find(({ jetton0 }: { jetton0: string }) => jetton0 in { wide: 1, long: 1 });
    const page = await stage.open('/portfolio');
    await settled(page);
    // Only the symbol wraps, not the amount, so that no row is very tall.
    const tallest = 'Math.max(...[...document.querySelectorAll("main li")].map(({ offsetHeight }) => offsetHeight))';
    expect(await page.evaluate(tallest)).toBeLessThan(300);
    for (const path of [
      '/?pay=wide&receive=long&amount=1250.5',
      '/?pay=wide&receive=long&amount=9999999999',
      '/?mode=limit&pay=wide&receive=long&amount=1250.5&price=1.5',
      '/pools',
      `/pool/${pool.poolAddress}`,
      '/tokens',
      '/token/wide',
      '/portfolio',
      '/portfolio?sheet=add&jetton0=wide&jetton1=long&amount0=12.5',
      '/activity',
      `/tx/${transactionId}`,
    ]) {
      await page.goto(`${stage.server.url}${path}`);
      await settled(page);
      for (const width of [320, 390, 1280]) {
        await page.setViewportSize({ width, height: 844 });
        // The screen may need a moment to adapt to the new width.
        await expect.poll(() => page.evaluate(OVERFLOW), { message: `${path} at ${width}` }).toBeLessThanOrEqual(0);
        const dialog =
          "Math.max(0, ...Array.from(document.querySelectorAll('dialog[open]'), (one) => one.scrollWidth - one.clientWidth))";
        expect.soft(await page.evaluate(dialog), `the sheet of ${path} at ${width}`).toBe(0);
        expect.soft(await page.evaluate(LETTERS), `letters of ${path} at ${width}`).toBeLessThan(0.9);
      }
    }
    for (const locale of ['es', 'ru']) {
      const spoken = await stage.open('/pools', { locale });
      await settled(spoken);
      await expect.poll(() => spoken.evaluate(OVERFLOW), { message: `pools in ${locale}` }).toBeLessThanOrEqual(0);
    }
  });
});
