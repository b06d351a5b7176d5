// Trading from the user's own wallet: connected with a proof, every change signed in it, followed on the chain. About 40 s, most of it waiting for blocks.
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { MAIN, Program, Server, temporaryDirectory } from '../crash/process.ts';
import { violations } from './axe.ts';
import { type BridgeWallet, injectWallet } from './js-bridge.ts';
import { describeInBrowser, useStage, WIDE } from './stage.ts';

/** The browser logs requests that were open when the user signed out. */
const SIGNED_OUT = /status of 401/;

/** Connections that TON Connect has left in the browser's storage. */
const LEFT = "Object.keys(localStorage).filter((name) => name.includes('connection'))";

/** Creates a key with the page's session. */
const MAKE_KEY =
  "fetch('/createKey', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }).then((answer) => answer.json()).then(({ data }) => data.key)";

/** With AUTH=keys a visitor has no account. */
const SETTINGS = { VENUE: 'ton', AUTH: 'keys', SIGNUP: 'open', ALLOWED_HOSTS: '127.0.0.1', BLOCK_MS: '100' };

/** With AUTH=keys only operators may use the devnet's faucet. */
let operatorKey = '';

async function makeOperatorKey(database: string): Promise<string> {
  const command = [process.execPath, MAIN, 'key', 'create', '--account', 'chief', '--role', 'operator'] as const;
  const program = new Program(command, { DATABASE_URL: `sqlite:${database}` });
  await program.ended;
  return /mp_\S+/.exec(program.stdout)?.[0] ?? '';
}

describeInBrowser('an exchange on TON, with a wallet of your own', () => {
  const stage = useStage({});

  test('a user signs in, trades and signs out; failures of the wallet are shown and leave nothing behind', async () => {
    const folder = temporaryDirectory();
    const settings = { ...SETTINGS, DEVNET_FOLDER: join(folder, 'devnet') };
    const database = join(folder, 'millpond.db');
    const server = await Server.start(database, settings, { demo: false });
    operatorKey = await makeOperatorKey(database);
    await trade(server);
    await goWrong(server);
  });

  const openContext = () => stage.browser.newContext({ viewport: WIDE, reducedMotion: 'reduce' });

  async function trade(server: Server): Promise<void> {
    const context = await openContext();
    const wallet = await injectWallet(context, { origin: server.url, seed: 11, version: 'v5' });
    await fund(server, wallet, { TON: '200', USDT: '1000' });
    const [ton, usdt] = await tokensOf(server);
    const page = await stage.open(`/?pay=${ton}&receive=${usdt}&amount=10`, {
      origin: server.url,
      context,
      mayLog: SIGNED_OUT,
    });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.getByRole('button', { name: 'Sign in to swap' }).waitFor();
    expect(asked.filter((url) => /tonconnect|connection-/.test(url))).toEqual([]);

    await connect(page, 'Account: Sign in');
    await page.getByRole('button', { name: /^Swap 10 TON for / }).click();
    await page.getByRole('heading', { name: 'You received' }).waitFor();
    expect(wallet.sent).toMatchObject([{ network: '-217', messages: [{}] }]);
    await page.getByText('Settled on TON').waitFor();

    // Sent, but the wallet never answered: after a reload the swap is found, and not requested again.
    wallet.mood = 'speechless';
    await page.goto(`${server.url}/?pay=${ton}&receive=${usdt}&amount=5`);
    await page.getByRole('button', { name: /^Swap 5 TON for / }).click();
    await page.getByRole('button', { name: 'Confirm in your wallet' }).waitFor();
    await expect.poll(() => wallet.sent.length).toBe(2);
    wallet.mood = 'confirms';
    await page.reload();
    await page.getByRole('heading', { name: 'You received' }).waitFor();
    expect(wallet.sent).toHaveLength(2);

    await openPool(page);
    // Twice, the wallet sends only one of the two tokens.
    for (const _ of ['once', 'again']) {
      wallet.mood = 'careless';
      await add(page);
      await page.getByRole('alert').getByText('No LP tokens were minted').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click();
      await page.getByText(/^You provided [1-9][\d.]+ \w+ and 0 /).waitFor();
      wallet.mood = 'confirms';
      await page.getByRole('button', { name: 'Take back' }).click();
      await page.getByText('Your tokens are back in your wallet.').waitFor();
    }
    await add(page);
    await withdraw(page);
    // The second message of a take-back returns the TON that the LP account keeps.
    expect(wallet.sent.map(({ messages }) => messages.length)).toEqual([1, 1, 1, 2, 1, 2, 2, 1]);
    expect(asked.filter((url) => !url.startsWith(server.url))).toEqual([]);

    await signOut(page);
    await expect.poll(() => wallet.isConnected).toBe(false);
    expect(await page.evaluate(LEFT)).toEqual([]);
    await context.close();
  }

  async function goWrong(server: Server): Promise<void> {
    const context = await openContext();
    const wallet = await injectWallet(context, { origin: server.url, seed: 12, version: 'v4' });
    await fund(server, wallet, { TON: '50' });
    const [ton, usdt] = await tokensOf(server);
    const at = `/?pay=${ton}&receive=${usdt}&amount=1`;
    const page = await stage.open(at, { origin: server.url, context, mayLog: SIGNED_OUT });
    await page.getByRole('button', { name: 'Account: Sign in' }).click();
    await page.getByRole('button', { name: 'Connect wallet' }).click();
    for (const [mood, said] of [
      ['declines', 'You declined in the wallet.'],
      ['on another network', 'The wallet is set to another network. Switch it to devnet (-217)'],
      ['without proof', 'This wallet cannot prove that it is yours'],
    ] as const) {
      wallet.mood = mood;
      await page.getByRole('button', { name: 'Paper Wallet' }).click();
      await page.getByText(said).waitFor();
      await expect.poll(() => wallet.isConnected).toBe(false);
    }
    expect(await violations(page, ['color-contrast', 'label', 'link-name', 'button-name'])).toEqual([]);
    // The wallet confirms after the user gave up.
    wallet.mood = 'undecided';
    await page.getByRole('button', { name: 'Paper Wallet' }).click();
    await page.getByText('The wallet asks whether you want to sign in here.').waitFor();
    await page.getByRole('button', { name: 'Choose another wallet' }).click();
    wallet.mood = 'confirms';
    await expect.poll(() => wallet.isConnected).toBe(true);
    await page.reload();
    expect(await page.evaluate(LEFT)).toEqual([]);
    await connect(page, 'Account: Sign in');
    const press = () => page.getByRole('button', { name: /^Swap 1 TON for / }).click();
    wallet.mood = 'declines';
    await press();
    await page.getByText('You declined in the wallet. Nothing was sent.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    wallet.mood = 'confirms';
    await press();
    await page.getByRole('heading', { name: 'You received' }).waitFor();

    wallet.mood = 'forgetful';
    await page.goto(`${server.url}${at}`);
    await press();
    await page.getByText('The wallet is no longer connected.').waitFor();
    await signOut(page);
    wallet.mood = 'confirms';
    await connect(page, 'Account: Sign in');

    // The chain's clock decides when a message has expired.
    wallet.mood = 'broken';
    await press();
    await page.getByText('Pending on TON').waitFor();
    await post(server, '/ton/skipTime', { seconds: 400 });
    await page.getByText('It was not confirmed in time. Nothing was sent.').waitFor();
    expect(wallet.sent).toHaveLength(1);

    // Signing out revokes the key that signing in created, and no other.
    const key = (await page.evaluate(MAKE_KEY)) as string;
    await signOut(page);
    await page.getByRole('button', { name: 'Account: Sign in' }).click();
    await page.getByLabel('API key').fill(key);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('button', { name: /^Account: EQ/ }).waitFor();
    await signOut(page);
    expect(await liveKeys(server, key)).toBe(1);
    await context.close();
  }
});

async function post(server: Server, path: string, body: object): Promise<void> {
  const answer = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${operatorKey}` },
    body: JSON.stringify(body),
  });
  expect([path, answer.status]).toEqual([path, 200]);
}

async function liveKeys(server: Server, key: string): Promise<number> {
  const answer = await fetch(`${server.url}/getKeys`, { headers: { authorization: `Bearer ${key}` } });
  expect(answer.status).toBe(200);
  const { data } = (await answer.json()) as { data: { keys: readonly { revokedAt: string | null }[] } };
  return data.keys.filter(({ revokedAt }) => revokedAt === null).length;
}

async function fund(server: Server, { address }: BridgeWallet, amounts: Readonly<Record<string, string>>) {
  for (const [token, amount] of Object.entries(amounts)) await post(server, '/ton/faucet', { address, token, amount });
}

async function tokensOf(server: Server): Promise<readonly [string, string]> {
  const answer = (await (await fetch(`${server.url}/getTokens`)).json()) as {
    data: { tokens: readonly { symbol: string; address: string }[] };
  };
  const addressOf = (name: string) => answer.data.tokens.find(({ symbol }) => symbol === name)?.address as string;
  return [addressOf('TON'), addressOf('USDT')];
}

async function connect(page: Page, chip: string): Promise<void> {
  await page.getByRole('button', { name: chip }).click();
  await page.getByRole('button', { name: 'Connect wallet' }).click();
  await page.getByRole('button', { name: 'Paper Wallet' }).click();
  await page.getByRole('button', { name: /^Account: EQ/ }).waitFor();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account: EQ/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Account: Sign in' }).waitFor();
}

async function openPool(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Pools', exact: true }).first().click();
  await page.getByRole('link', { name: /^(TON \/ USDT|USDT \/ TON)$/ }).click();
}

async function add(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add liquidity' }).first().click();
  await page.getByRole('textbox', { name: 'TON to add' }).fill('20');
  await page.getByRole('button', { name: /^Add .* and / }).click();
}

/** Withdraws everything that was added. */
async function withdraw(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Liquidity added' }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('button', { name: '100%' }).click();
  await page.getByRole('button', { name: /^Withdraw .* and / }).click();
  await page.getByRole('heading', { name: 'Liquidity withdrawn' }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
}
