// An operator names the exchange, gives it a logo and an accent, and a token a logo; everyone sees it. Costs 12 s.
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { exact, send } from '../http/client.ts';
import { violations } from './axe.ts';
import { describeInBrowser, PHONE, useStage } from './stage.ts';

/** Not drawn as SVG: once the server has decoded an image, sharp reads no SVG in this process. */
const square = (side: number, background: string) =>
  sharp({ create: { width: side, height: side, channels: 3, background } });
const png = async (colour: string) => {
  const input = await square(110, '#ffffff').png().toBuffer();
  return square(256, colour).composite([{ input }]).png().toBuffer();
};

describeInBrowser('branding', { timeout: 600_000 }, () => {
  const stage = useStage();

  const choose = async (page: Page, buffer: Buffer, mimeType = 'image/png') =>
    page.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType, buffer });
  const headerOf = (page: Page) => page.getByRole('banner').getByRole('link').first();

  test('after a reload, the page has the name, logo, accent and terms that the operator saved, and can be installed', async () => {
    const page = await stage.open('/operator/branding', { mayLog: /status of 422/ });
    await page.getByLabel('Name').fill('Lighthouse');
    expect(await page.getByRole('button', { name: 'Save' }).isEnabled()).toBe(true);
    await choose(page, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    await page.getByText('The file is not a PNG, JPEG or WebP image.').waitFor();
    await choose(page, await png('#5b21b6'));
    await page.getByRole('button', { name: 'Replace image' }).waitFor();
    await page.getByLabel('Accent colour', { exact: true }).fill('#ffd400');
    await page.getByRole('button', { name: 'Save' }).click();
    await page
      .getByText(/The nearest colour that passes is #/)
      .first()
      .waitFor();
    await page.getByLabel('Accent colour', { exact: true }).fill('#5b21b6');
    await page.getByLabel('Link to the terms').fill('https://example.com/terms');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Reload the page' }).click();
    await headerOf(page).getByText('Lighthouse').waitFor();
    // The name comes from the server, the title from the screen's own chunk.
    await expect.poll(() => page.title(), { timeout: 100_000 }).toBe('Branding · Lighthouse');
    expect(await headerOf(page).locator('img').getAttribute('src')).toMatch(/^\/images\/[0-9a-f]{64}-s\.webp$/);
    const terms = page.getByRole('contentinfo').getByRole('link', { name: 'Terms' });
    expect([await terms.getAttribute('href'), await terms.getAttribute('rel')]).toEqual([
      'https://example.com/terms',
      'noopener',
    ]);
    await page.getByText('Runs on Millpond').waitFor();
    const pond = () =>
      page.evaluate<string>("getComputedStyle(document.querySelector('footer')).getPropertyValue('--pond')");
    expect(await pond()).toContain('#5b21b6');

    // The page can be installed on a phone: Chromium accepts the manifest without errors.
    const devtools = await page.context().newCDPSession(page);
    const manifest = await devtools.send('Page.getAppManifest');
    expect([manifest.errors, JSON.parse(manifest.data ?? '{}').name]).toEqual([[], 'Lighthouse']);
    const missing = await devtools.send('Page.getInstallabilityErrors').catch(() => ({ installabilityErrors: [] }));
    expect(missing.installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  });

  test('the list of tokens shows a logo from this server only, or the pebble if it does not load', async () => {
    const { tokens } = exact(await send(stage.server, { path: '/getTokens' })).data;
    const [token, other] = tokens as { address: string; symbol: string }[];
    const page = await stage.open(`/operator/tokens`);
    await page.getByRole('button', { name: `Edit ${token?.symbol}`, exact: true }).click();
    await choose(page, await png('#b91c1c'));
    await page.getByRole('button', { name: 'Replace image' }).waitFor();
    await page.getByRole('button', { name: `Update ${token?.symbol}` }).click();
    await page
      .getByRole('dialog')
      .getByText(/^Recorded/)
      .waitFor();
    const remote = { address: other?.address, logo: 'https://example.com/logo.png' };
    exact(await send(stage.server, { path: '/updateToken', body: remote }));

    const asked: string[] = [];
    const tokensPage = await stage.open('/tokens');
    tokensPage.on('request', (request) => asked.push(request.url()));
    const logo = tokensPage.locator('main img').first();
    await logo.waitFor();
    await tokensPage.locator('main [data-shown] > img').first().waitFor();
    expect([await logo.getAttribute('alt'), await logo.getAttribute('loading')]).toEqual(['', 'lazy']);
    expect(asked.filter((url) => !url.startsWith(stage.server.url))).toEqual([]);

    const broken = await stage.browser.newContext();
    await broken.route('**/images/**', (route) => route.abort());
    const without = await stage.open('/tokens', { context: broken, mayLog: /ERR_FAILED/ });
    await without
      .locator('main svg text')
      .getByText(token?.symbol as string, { exact: true })
      .first()
      .waitFor();
    await without.locator('main img').first().waitFor({ state: 'detached' });
    await broken.close();
  });

  test('the branded page passes axe in both themes, on a wide screen and a phone', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const viewport of [undefined, PHONE]) {
        const page = await stage.open('/', { colorScheme, ...(viewport && { viewport }) });
        await headerOf(page).waitFor();
        await page.getByText('Runs on Millpond').waitFor();
        await page.getByRole('heading', { level: 1 }).waitFor();
        expect(await violations(page), colorScheme).toEqual([]);
      }
    }
  });
});
