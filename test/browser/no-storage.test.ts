// A browser that blocks cookies, and with them storage and locks: every screen still works.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { CHROME, describeInBrowser, useStage } from './stage.ts';
import { DEMO, panelOf } from './swap-market.ts';

describeInBrowser('without storage', () => {
  const stage = useStage(DEMO);

  test('every screen loads, and a swap and its receipt work', async () => {
    const profile = mkdtempSync(join(tmpdir(), 'millpond-profile-'));
    onTestFinished(() => rmSync(profile, { recursive: true, maxRetries: 5 }));
    mkdirSync(join(profile, 'Default'), { recursive: true });
    const settings = { profile: { default_content_setting_values: { cookies: 2 } } };
    writeFileSync(join(profile, 'Default/Preferences'), JSON.stringify(settings));
    const context = await chromium.launchPersistentContext(profile, CHROME);
    onTestFinished(() => context.close());
    const page = await stage.open('/?amount=5', { context });
    expect(await page.evaluate('try { localStorage.length } catch (error) { error.name }')).toBe('SecurityError');
    const { button, done, said } = panelOf(page);
    await said();
    await page.getByText(/^Live, journal/).waitFor();
    await button(/^Swap 5 TON for /).click();
    await done();
    await page.getByRole('link', { name: 'Receipt', exact: true }).click();
    await page.getByText('Difference').waitFor();
    for (const name of ['Pools', 'Tokens', 'Portfolio', 'Activity', 'Operator']) {
      await page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name }).click();
      await page.getByRole('heading', { level: 1 }).waitFor();
    }
    await page.getByRole('button', { name: 'local' }).click();
    await page.getByText('Dark', { exact: true }).click();
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
  });
});
