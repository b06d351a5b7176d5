// "Check that my balance is counted": the browser checks by itself that a balance is part of what the exchange owes, and finds what was changed. About 30 s.

import { readFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import type { Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { type KeptProof, verifyProofFile } from '#client/proof';
import { checkedProofs } from '../../src/transparency/format/kept-proofs.ts';
import { newKeyFile, parseVkey } from '../../src/transparency/format/keys.ts';
import { catalogueOf, LANGUAGES } from '../../web/catalogues.ts';
import { violations } from './axe.ts';
import { useSignedLog } from './signed-log.ts';
import { describeInBrowser, useStage } from './stage.ts';
import { call, DEMO, lastSwap, read, swapElsewhere, TON, USDT } from './swap-market.ts';

const OVERFLOW = `['html', 'dialog'].map((name) => document.querySelector(name)).filter((one) => one.scrollWidth > one.clientWidth).length`;
const PATIENT = { timeout: 60_000 };
/** The browser reports every answer that is not a success. */
const REFUSED = { mayLog: /404 \(Not Found\)|503 \(Service Unavailable\)/ };

describeInBrowser('is my balance counted', () => {
  const keyText = newKeyFile();
  const stage = useStage({ ...DEMO, log: { keyText } });
  const { record, stateLiabilities } = useSignedLog(stage, keyText);

  const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Check that my balance is counted' });
  const rowOf = (page: Page, symbol: string) =>
    sheetOf(page)
      .getByRole('listitem')
      .filter({ has: page.locator('strong').getByText(symbol, { exact: true }) });
  const checkAll = (page: Page) => sheetOf(page).getByRole('button', { name: 'Check all balances' }).click();
  const stepsOf = async (page: Page, symbol = 'TON') => {
    const steps = await rowOf(page, symbol).locator('ol').first().locator('li').allTextContents();
    return steps.map((text) => text.replace(/[0-9a-f]{64}$/, ' #'));
  };
  const stated = async () => {
    await stateLiabilities();
    await record();
  };
  const balanceOf = async (token: string) =>
    (await read(stage.server, `/getBalances?token=${token}`)).balances[0].balance as string;
  const grouped = (text: string) => Number(text.split('.')[0]).toLocaleString('en') + (text.match(/\..*/)?.[0] ?? '');
  const byHand = (sql: string) => {
    const db = new DatabaseSync(stage.server.path, { timeout: 60_000 });
    db.exec(sql);
    db.close();
  };

  test('before anything is stated, and before it is in a checkpoint, the page says when to try again', async () => {
    const page = await stage.open('/portfolio', REFUSED);
    await page.getByRole('button', { name: 'Check that my balance is counted' }).click();
    await checkAll(page);
    await sheetOf(page).getByText('Nothing stated yet').waitFor();
    await stateLiabilities();
    await checkAll(page);
    await sheetOf(page).getByText('They are in the log within a few seconds; try again then.').waitFor();
  });

  test('a balance is counted as it was, and the browser checks every step', async () => {
    const then = await balanceOf(TON);
    await stated();
    await swapElsewhere(stage.server, TON, USDT, 3);
    const page = await stage.open('/portfolio?sheet=counted');
    await checkAll(page);
    await sheetOf(page)
      .getByText(/^(\d+) of \1 balances are counted in the list of today, \d+:\d+/)
      .waitFor();
    await rowOf(page, 'TON').getByText('Details').click();
    const amount = `${grouped(then)} TON`;
    expect(await stepsOf(page)).toEqual([
      'The checkpoint is signed by example.com/log',
      expect.stringMatching(/^\d+ hashes lead from transaction \d+, which states the totals, to the signed root #$/),
      expect.stringMatching(/^The list of totals has the hash that transaction \d+ states #$/),
      'The line of TON is in that list #',
      `Leaf, from your account, a nonce and ${amount} #`,
      expect.stringMatching(/^\d+ hash(es lead| leads) from the leaf to the root in that line #$/),
      'The proof is about your account and TON',
      'The public list, which anybody can ask for, has the same total',
      expect.stringMatching(/^Your activity up to transaction \d+ adds up to the same amount$/),
      expect.stringMatching(/keeps this checkpoint|^The log still contains everything/),
    ]);
    const { tokens, sequence } = await read(stage.server, '/getLiabilities');
    const { total } = tokens.find(({ token }: { token: string }) => token === TON);
    const facts = await rowOf(page, 'TON').locator('dd').allTextContents();
    expect(facts).toEqual([
      amount,
      `${grouped(await balanceOf(TON))} TONYour activity`,
      `${grouped(total)} TON`,
      expect.stringMatching(new RegExp(`^Transaction ${sequence.toLocaleString('en')}`)),
    ]);

    for (const language of LANGUAGES) {
      const texts = catalogueOf(language);
      await page.evaluate(`localStorage.setItem('millpond language', '${language}')`);
      await page.reload();
      await page.getByRole('button', { name: texts['counted.all'] as string, exact: true }).focus();
      await page.keyboard.press('Enter');
      await page
        .locator('details', { hasText: texts['counted.details'] as string })
        .first()
        .locator('summary')
        .first()
        .click();
      await page
        .getByText(texts['counted.passed'] as string, { exact: true })
        .first()
        .waitFor();
      for (const width of [1280, 390, 320]) {
        await page.setViewportSize({ width, height: 800 });
        expect.soft(await page.evaluate(OVERFLOW), `${language} at ${width}`).toBe(0);
      }
    }
    expect(await violations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await violations(page, ['color-contrast'])).toEqual([]);
  });

  test('LP tokens are counted too; who had none of a token is told so', async () => {
    const late = 'late';
    await call(stage.server, 'registerToken', { address: late, symbol: 'LATE', decimals: 6 });
    await call(stage.server, 'provideLiquidity', {
      Pair: { tokenA: TON, tokenB: USDT },
      amount: { tokenA: 10, tokenB: 100 },
      maxPriceImpact: 1,
    });
    await stated();
    await call(stage.server, 'deposit', { account: 'local', token: late, amount: 5, reference: 'late' });
    const page = await stage.open('/portfolio?sheet=counted', REFUSED);
    await checkAll(page);
    await sheetOf(page)
      .getByText(/^(\d+) of (?!\1)\d+ balances are counted in the list of today/)
      .waitFor();
    await rowOf(page, 'LATE').getByText('You had none to count').waitFor();
    await rowOf(page, 'LATE')
      .getByText(/you had no LATE\. What you have received since/)
      .waitFor();
    await rowOf(page, 'LP TON/USDT').getByText('Details').click();
    await rowOf(page, 'LP TON/USDT').getByText('Counted. Checked by your browser').waitFor();
  });

  describe('a changed answer fails, at the step that finds it', () => {
    type Line = { readonly text: string };
    type Proof = { amount: string; account: string; index: number; path: string[]; line: Line };
    type Told = { tokens: { line: string }[] };
    const proofOf = async (query: string): Promise<Proof> => read(stage.server, `/getBalanceProof?${query}`);
    beforeAll(async () => {
      await call(stage.server, 'deposit', { account: 'someone', token: TON, amount: 7, reference: 'someone' });
      await stated();
    });
    const PATH = 'The leaf does not lead to the root in that line: this amount is not counted';

    test.each<[string, 'getBalanceProof' | 'getLiabilities', (proof: never) => unknown, string]>([
      ['less is counted', 'getBalanceProof', (proof: Proof) => ({ ...proof, amount: '5' }), PATH],
      [
        'the path is that of another balance',
        'getBalanceProof',
        async (proof: Proof) => ({ ...proof, path: (await proofOf(`token=${TON}&account=someone`)).path }),
        PATH,
      ],
      [
        'the proof is that of another account',
        'getBalanceProof',
        () => proofOf(`token=${TON}&account=someone`),
        'The proof is about another account or another token',
      ],
      [
        'the list has another time',
        'getBalanceProof',
        (proof: Proof & { list: string }) => ({ ...proof, list: proof.list.replace(/^\d{13}$/m, '1') }),
        'The list of totals is not the one in the log',
      ],
      [
        'the line has another total',
        'getBalanceProof',
        (proof: Proof) => ({ ...proof, line: { ...proof.line, text: proof.line.text.replace(' ', ' 1') } }),
        'The line of this token is not in the list of totals',
      ],
      [
        'the public list has another total',
        'getLiabilities',
        ({ tokens, ...rest }: Told) => ({ ...rest, tokens: tokens.map((one) => ({ ...one, line: `1${one.line}` })) }),
        'The public list has other totals than your proof',
      ],
    ])('%s', async (_, name, change, said) => {
      const page = await stage.open('/portfolio?sheet=counted');
      await page.route(`**/${name}?*token=${TON}*`, async (route: Route) => {
        const response = await route.fetch();
        const { data, ...rest } = await response.json();
        await route.fulfill({ response, json: { ...rest, data: await change(data as never) } });
      });
      await checkAll(page);
      await rowOf(page, 'TON').getByRole('alert').getByText('Check failed').waitFor();
      const failed = rowOf(page, 'TON').locator('ol').first().locator('li[class]');
      expect(await failed.first().textContent()).toBe(said);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        rowOf(page, 'TON').getByRole('button', { name: 'Save proof' }).click(),
      ]);
      expect(download.suggestedFilename()).toBe('balance-TON.json');
    });
  });

  const kept = async (page: Page): Promise<readonly KeptProof[]> =>
    JSON.parse((await page.evaluate("localStorage.getItem('millpond proofs local')")) ?? '[]');

  test('the browser keeps proofs of own transactions and balances by itself, and gives them as a file that convinces without the exchange', async () => {
    const swap = async () => {
      await swapElsewhere(stage.server, TON, USDT, 2);
      return (await lastSwap(stage.server)).sequence as number;
    };
    const first = await swap();
    await stated();
    const page = await stage.open('/portfolio');
    await page.clock.install();
    const sequences = async () =>
      (await kept(page)).flatMap((proof) => ('transaction' in proof ? proof.transaction.index + 1 : []));
    await expect.poll(async () => (await kept(page)).some((proof) => 'balance' in proof), PATIENT).toBe(true);
    expect(await sequences()).toContain(first);

    const second = await swap();
    await page.getByRole('link', { name: `Live, journal no. ${second}`, exact: true }).waitFor();
    await record();
    await page.clock.fastForward(15_000);
    await expect.poll(sequences, PATIENT).toContain(second);

    await page.getByRole('button', { name: 'Check that my balance is counted' }).click();
    await sheetOf(page)
      .getByText(/^Your browser keeps \d+ proofs of your transactions and balances$/)
      .waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      sheetOf(page).getByRole('button', { name: 'Save all proofs' }).click(),
    ]);
    const file = JSON.parse(await readFile(await download.path(), 'utf8'));
    const { vkey: key } = await read(stage.server, '/getLog');
    const { proofs, contradictions } = await verifyProofFile(file, { key });
    expect(contradictions).toEqual([]);
    const found = proofs.map((proof) => (proof.is === 'refused' || proof.is === 'other' ? proof : proof.found));
    expect(found).toContainEqual(expect.objectContaining({ sequence: first, kind: 'swap', actor: 'local' }));
    expect(found).toContainEqual(expect.objectContaining({ sequence: second, kind: 'swap', actor: 'local' }));
    expect(found).toContainEqual(expect.objectContaining({ account: 'local', token: TON, amount: expect.any(BigInt) }));
    expect(found).toHaveLength((await kept(page)).length);
    expect(checkedProofs(file.proofs, parseVkey(key))).toMatchObject({ faults: [], others: 0 });

    await sheetOf(page).getByRole('button', { name: 'Delete them' }).click();
    await sheetOf(page).getByText('Your browser keeps').waitFor({ state: 'detached' });
    expect(await kept(page)).toEqual([]);
    await page.clock.fastForward(15_000);
    const third = await swap();
    await record();
    await page.clock.fastForward(15_000);
    await expect.poll(sequences, PATIENT).toEqual([third]);
  });

  const DAYS_MS = 86_400_000;
  test('a list of three days ago is an old list, and counts nothing today', async () => {
    await stated();
    const page = await stage.open('/portfolio?sheet=counted');
    await page.clock.setFixedTime(Date.now() + 3 * DAYS_MS);
    await checkAll(page);
    await rowOf(page, 'TON').getByRole('alert').getByText('An old list').waitFor();
    expect((await stepsOf(page)).find((line) => line.startsWith('The list is of'))).toContain('nothing about today');
  });

  test('a newer list that is not proven within a minute is a failure', async () => {
    await stated();
    const page = await stage.open('/portfolio?sheet=counted');
    let answers = 0;
    await page.route(`**/getLiabilities?*token=${TON}*`, async (route: Route) => {
      const response = await route.fetch();
      const { data, ...rest } = await response.json();
      answers += 1;
      await route.fulfill({ response, json: { ...rest, data: { ...data, sequence: data.sequence + 1 } } });
    });
    await page.clock.install();
    await checkAll(page);
    const failure = sheetOf(page).getByText('The exchange has stated a newer list for more than a minute');
    await expect
      .poll(
        async () => {
          await page.clock.fastForward(3000);
          return failure.count();
        },
        { timeout: 60_000 },
      )
      .toBe(1);
    expect(answers).toBeGreaterThan(10);
    await rowOf(page, 'TON').getByText('Check failed').waitFor();
  });

  test('an exchange that counts somebody with less, or not at all, is found by their own activity', async () => {
    const inTon = (account: string) => `WHERE account = '${account}' AND token = '${TON}'`;
    const moved = (account: string, by: string) =>
      `UPDATE balances SET balance = CAST(balance AS INTEGER) + ${by} ${inTon(account)};`;
    await call(stage.server, 'deposit', { account: 'anyone', token: TON, amount: 1, reference: 'anyone' });
    byHand(moved('local', '-1000') + moved('anyone', '1000'));
    await stated();
    // Gains and history of a balance that was changed by hand cannot be told.
    const page = await stage.open('/portfolio?sheet=counted', { mayLog: /404 \(|50[03] \(/ });
    await checkAll(page);
    await rowOf(page, 'TON').getByRole('alert').getByText('Check failed').waitFor();
    expect((await stepsOf(page)).at(-2)).toMatch(
      /^Your activity up to transaction \d+ adds up to [\d.,]+ TON, but [\d.,]+ TON is counted$/,
    );
    byHand(
      `${moved('anyone', `(SELECT CAST(balance AS INTEGER) FROM balances ${inTon('local')})`)} DELETE FROM balances ${inTon('local')}`,
    );
    await stated();
    await checkAll(page);
    await sheetOf(page).getByRole('alert').getByText('Your balance is not counted').waitFor();
    // The exchange has signed that, and the browser keeps it.
    expect((await kept(page)).filter((proof) => 'notCounted' in proof)).toHaveLength(1);
  });
});
