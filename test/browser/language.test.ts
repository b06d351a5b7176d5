// The page's language: the browser's, unless the reader chose another, which is stored; amounts are typed in its format.
import { expect, test } from 'vitest';
import { catalogueOf, offered } from '../../web/catalogues.ts';
import { describeInBrowser, useStage } from './stage.ts';

const TON = 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c';
const USDT = 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs';
const PAIR = `/?pay=${TON}&receive=${USDT}`;

describeInBrowser('language', () => {
  const stage = useStage();
  const [en, de] = [catalogueOf('en'), catalogueOf('de')] as Record<string, string>[];
  const isGerman = offered().includes('de');

  test.skipIf(!isGerman)('changes in the account menu without a reload, and is kept after one', async () => {
    const page = await stage.open(PAIR);
    await page.getByRole('heading', { level: 1, name: en?.['swap.title'] as string }).waitFor();
    await page.getByRole('button', { name: 'Account: local' }).click();
    await page.evaluate('window.isSame = true');
    await page.getByLabel(en?.['shell.language'] as string).selectOption('de');
    const heading = page.getByRole('heading', { level: 1, name: de?.['swap.title'] as string });
    await heading.waitFor();
    const language = () => page.evaluate('document.documentElement.lang');
    await expect.poll(language, { timeout: 100_000 }).toBe('de');
    expect(await page.evaluate('window.isSame')).toBe(true);
    // The menu was remounted, and the keyboard focus is back on the button that opens it.
    const focused = () => page.evaluate(`document.activeElement.getAttribute('popovertarget')`);
    await expect.poll(focused, { timeout: 100_000 }).toBe('account');
    await page.reload();
    await heading.waitFor();
    await expect.poll(language, { timeout: 100_000 }).toBe('de');
  });

  test.skipIf(!isGerman)(
    'is the browser’s; typed amounts are read in its format, and ambiguous ones from links are asked about',
    async () => {
      const page = await stage.open(PAIR, { locale: 'de-DE' });
      const pay = page.getByLabel(de?.['swap.pay'] as string, { exact: true });
      await pay.fill('1.234');
      await page.getByRole('button', { name: /1\.234 TON/ }).waitFor();
      await pay.fill('1,5');
      await page.getByRole('button', { name: /1,5 TON/ }).waitFor();
      await page.goto(`${stage.server.url}${PAIR}&amount=1.234`);
      await page.getByRole('button', { name: de?.['parts.unclear.button.ambiguous'] as string }).waitFor();
    },
  );

  test('is English if none of the reader’s languages is offered', async () => {
    const page = await stage.open('/pools', { locale: 'fr-FR' });
    await page.getByRole('heading', { level: 1, name: 'Pools' }).waitFor();
    expect(await page.evaluate('document.documentElement.lang')).toBe('en-GB');
  });
});
