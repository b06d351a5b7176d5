// The public log on the page: the browser checks a receipt by itself, and raises an alarm if history was rewritten. About 25 s.
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { verifyProofFile } from '#client/proof';
import { verifiedFile } from '../../src/transparency/watch/alarm.ts';
import { catalogueOf, LANGUAGES } from '../../web/catalogues.ts';
import { violations } from './axe.ts';
import { useSignedLog } from './signed-log.ts';
import { describeInBrowser, PHONE, useStage, WIDE } from './stage.ts';
import { DEMO, panelOf, read, swapElsewhere, TON, USDT } from './swap-market.ts';

const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

describeInBrowser('the public log', () => {
  const stage = useStage({ ...DEMO, log: 'signed' });
  const { record } = useSignedLog(stage);

  /** Somebody with the database and the key rewrites an old transaction, and makes everything fit. */
  async function rewrite(): Promise<void> {
    const db = new DatabaseSync(stage.server.path, { timeout: 60_000 });
    db.exec(`
      UPDATE journal SET created_at_ms = created_at_ms - 1 WHERE sequence = 3;
      DELETE FROM log_tiles;
      DELETE FROM log_checkpoints;
      UPDATE projection SET sequence = 0 WHERE name = 'log';
    `);
    db.close();
    await swapElsewhere(stage.server, TON, USDT, 1);
    await record('rewritten');
  }

  const steps = (page: Page) =>
    page.getByRole('region', { name: 'In the public log' }).locator('ol').first().locator('li').allTextContents();
  const keptSize = (page: Page) =>
    page.evaluate(`JSON.parse(localStorage.getItem('millpond log') ?? '{"last":""}').last.split('\\n')[1]`);

  test('a receipt is in the log some seconds after the swap, and the browser checks it', async () => {
    // There is no checkpoint yet, which is no error of the page either.
    const page = await stage.open('/?amount=5');
    const { button, said, done } = panelOf(page);
    await said();
    await button(/^Swap 5 TON for /).click();
    await done();
    await page.getByRole('link', { name: 'Receipt', exact: true }).click();
    await page.getByText('Public log', { exact: true }).click();
    await page.getByText('Not yet. A new transaction is added within a few seconds.').waitFor();
    await record();
    await page.getByRole('heading', { name: 'In the public log' }).waitFor();
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText('Checked by your browser').waitFor();
    const found = await steps(page);
    expect(found.map((text) => text.replace(/[0-9a-f]{64}$/, ' #'))).toEqual([
      'The checkpoint is signed by example.com/log',
      'Entry, from the record and its nonce #',
      'Leaf, from the entry #',
      expect.stringMatching(/^\d+ hashes lead from the leaf to the root #$/),
      'The root is the signed one #',
      'The record says what this page shows: accounts, tokens and amounts',
      expect.stringMatching(/keeps this checkpoint|^The log still contains everything/),
    ]);
    expect(await keptSize(page)).toMatch(/^\d+$/);

    // The next checkpoint is compared with this one, by the tiles of the log.
    await swapElsewhere(stage.server, TON, USDT, 1);
    await record();
    const tiles: string[] = [];
    page.on('request', (request) => request.url().includes('/tile/') && tiles.push(request.url()));
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect.poll(async () => (await steps(page)).at(-1), { timeout: 100_000 }).toMatch(/^The log still contains/);
    expect(tiles.length).toBeGreaterThan(0);

    for (const language of LANGUAGES) {
      const texts = catalogueOf(language);
      await page.evaluate(`localStorage.setItem('millpond language', '${language}')`);
      await page.reload();
      await page.getByRole('button', { name: texts['proof.check'] as string, exact: true }).click();
      await page.getByText(texts['proof.passed'] as string, { exact: true }).waitFor();
      for (const width of [1280, 320]) {
        await page.setViewportSize({ width, height: 800 });
        expect.soft(await page.evaluate(OVERFLOW), `${language} at ${width}`).toBeLessThanOrEqual(0);
      }
    }
    expect(await violations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await violations(page, ['color-contrast'])).toEqual([]);
  });

  test('an operator sees how far the log is signed', async () => {
    const page = await stage.open('/operator');
    const { size } = await read(stage.server, '/getLog');
    const work = page.getByRole('region', { name: 'Background work' });
    const row = work.getByText('Public log', { exact: true }).locator('..');
    await row.getByText(`up to no. ${size}`).waitFor();
    await row.getByText(/^signed \d/).waitFor();
  });

  test('a receipt that was changed on its way fails, at the step that finds it', async () => {
    const { transactionId } = await swapElsewhere(stage.server, TON, USDT, 1);
    await record();
    const page = await stage.open(`/tx/${transactionId}`);
    await page.route('**/getTransactionProof?*', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({
        response: answer,
        body: (await answer.text()).replace('\\n{', '\\n {'),
      });
    });
    await page.getByText('Public log', { exact: true }).click();
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText('Check failed').waitFor();
    expect((await steps(page)).at(-2)).toMatch(/^The root is not the signed one: this record is not in the log/);
    await page.getByText(/^Transaction \d+ is not in the log as it is written here/).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save proof' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^proof-\d+\.json$/);
    const { proofs } = await verifyProofFile(JSON.parse(await readFile(await download.path(), 'utf8')));
    expect(proofs.map(({ is }) => is)).toEqual(['refused']);
    // One receipt that does not fit is no proof that the log was changed.
    expect(await page.getByRole('alert').count()).toBe(1);
  });

  test('an exchange that shows other amounts than it has signed is found, though they fit each other', async () => {
    const { transactionId } = await swapElsewhere(stage.server, TON, USDT, 1);
    const { amountB } = await read(stage.server, `/getTransaction?transactionId=${transactionId}`);
    await record();
    const other = `9${amountB}`;
    const page = await stage.open('/pools');
    await page.route('**/getTransaction?*', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replaceAll(`"${amountB}"`, `"${other}"`) });
    });
    await page.goto(`${stage.server.url}/tx/${transactionId}`);
    await page.getByText('Public log', { exact: true }).click();
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText('Check failed').waitFor();
    expect((await steps(page)).at(-2)).toBe('The record in the log is not what this page shows');
    await page.getByText(`amountB: this page shows ${other}, the log says ${amountB}`).waitFor();
    await page.getByText(`entries.local · ${USDT}: this page shows ${other}, the log says ${amountB}`).waitFor();
  });

  test('history that was rewritten behind the exchange is an alarm on every screen, with both checkpoints', async () => {
    await record();
    // The page may be asking for proofs at the moment in which the log is rewritten.
    const page = await stage.open('/', { mayLog: /503 \(Service Unavailable\)/ });
    // The first checkpoint is kept without a check.
    await expect.poll(() => keptSize(page), { timeout: 100_000 }).toMatch(/^\d+$/);
    const kept = Number(await keptSize(page));
    await rewrite();
    await page.goto(`${stage.server.url}/pools`);
    const alarm = page.getByRole('alert').filter({ hasText: 'The history of this exchange was changed' });
    await alarm.waitFor();
    for (const name of ['Tokens', 'Portfolio', 'Activity', 'Swap']) {
      await page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name }).click();
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await alarm.isVisible()).toBe(true);
    }
    await alarm.getByText('Show both checkpoints').click();
    const [old, now] = await alarm.locator('pre').allTextContents();
    expect([old?.split('\n')[1], Number(now?.split('\n')[1]) > kept]).toEqual([String(kept), true]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      alarm.getByRole('button', { name: 'Save both' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('evidence.json');
    const { proven } = verifiedFile(readFileSync(await download.path(), 'utf8'));
    expect(proven).toMatch(/entries of the log do not continue the \d+ that were signed: history was changed$/);

    await page.goto(`${stage.server.url}/tx/3`);
    await alarm.waitFor();
    await page.getByText('Public log', { exact: true }).click();
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText('Check failed').waitFor();
    expect((await steps(page)).at(-1)).toBe('The log does not continue what your browser has kept');
    for (const language of LANGUAGES) {
      await page.evaluate(`localStorage.setItem('millpond language', '${language}')`);
      await page.reload();
      await page.getByText(catalogueOf(language)['proof.alarm.changed'] as string).waitFor();
      for (const viewport of [WIDE, PHONE, { width: 320, height: 640 }]) {
        await page.setViewportSize(viewport);
        expect.soft(await page.evaluate(OVERFLOW), `${language} at ${viewport.width}`).toBeLessThanOrEqual(0);
      }
    }
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page, ['color-contrast'])).toEqual([]);
    }

    // Another tab shows it too; it ends only if the reader starts anew.
    await page.evaluate(`localStorage.setItem('millpond language', 'en')`);
    const other = await stage.open('/tokens', { context: page.context() });
    const otherAlarm = other.getByRole('alert').filter({ hasText: 'The history of this exchange was changed' });
    await otherAlarm.getByText('Show both checkpoints').click();
    await otherAlarm.getByRole('button', { name: /^I have saved both/ }).click();
    await otherAlarm.waitFor({ state: 'detached' });
    await expect.poll(() => page.getByText(catalogueOf('zh')['proof.alarm.changed'] as string).count()).toBe(0);
  });
});
