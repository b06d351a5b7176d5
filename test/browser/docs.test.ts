// The reference page in a real browser: it shows the calls, sends them, and asks no other machine for anything.
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Server, startServer } from '../http/server.ts';

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
if (CHROMIUM === undefined) console.log('browser tests skipped: no Chromium under /usr/bin');

describe.skipIf(CHROMIUM === undefined)('the reference page', () => {
  let server: Server;
  let browser: Browser;
  beforeAll(async () => {
    server = await startServer({ demo: true });
    browser = await chromium.launch({
      executablePath: CHROMIUM as string,
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
    });
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  test.each([
    { width: 1280, height: 900 },
    { width: 390, height: 844 },
  ])('sends a swap from its example at $width pixels', async (viewport) => {
    const page = await browser.newPage({ viewport });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`${server.url}/docs/`);
    await page.getByRole('button', { name: /Test Request.*createSwap/ }).click();
    const answered = page.waitForResponse((response) => response.url().endsWith('/createSwap'));
    await page.getByRole('button', { name: /^Send/ }).first().click();
    const response = await answered;
    expect(await response.json()).toMatchObject({ success: true, data: { status: 'completed' } });
    expect(asked.filter((url) => !url.startsWith(server.url) && !/^(data|blob):/.test(url))).toEqual([]);
    await page.close();
  });
});
