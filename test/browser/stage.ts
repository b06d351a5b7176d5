// A real browser with the real page on a real exchange: one browser for all files, a fresh context for each test.
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, onTestFinished } from 'vitest';
import { type Server, type ServerOptions, startServer } from '../http/server.ts';

const WHOLE = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
/** The same engine without a user interface, which uses half the CPU. */
const SHELL = ['/usr/bin/chromium-headless-shell'].find(existsSync);
export const hasBrowser = WHOLE !== undefined;
if (!hasBrowser) console.log('browser tests skipped: no Chromium under /usr/bin');

/** Tests that need a browser; skipped with a message if there is none. */
export const describeInBrowser = describe.skipIf(!hasBrowser);

const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'];

/** Launch options of the full browser. */
export const CHROME = { executablePath: WHOLE as string, args: ARGS };

let browser: Promise<Browser> | undefined;

/** One browser for all test files of this process; each test has its own context. */
export const launch = (): Promise<Browser> => {
  browser ??= chromium.launch({ ...CHROME, ...(SHELL && { executablePath: SHELL }) });
  return browser;
};

export type Stage = {
  /** The exchange, shared by the tests of a file. */
  readonly server: Server;
  readonly browser: Browser;
  /** Opens a new page, wide by default; any error of the page fails the test. */
  open(path: string, options?: OpenOptions): Promise<Page>;
};

export type OpenOptions = BrowserContextOptions & {
  /** Another origin than this server's. */
  readonly origin?: string;
  /** An existing context, to open another tab in. */
  readonly context?: BrowserContext;
  /** Console errors that are allowed; by default none. */
  readonly mayLog?: RegExp;
};

export const WIDE = { width: 1280, height: 900 };
export const PHONE = { width: 390, height: 844 };

export function useStage(options: ServerOptions = { demo: true }): Stage {
  const stage = {} as { server: Server; browser: Browser } & Stage;
  beforeAll(async () => {
    stage.server = await startServer(options);
    stage.browser = await launch();
  });
  afterAll(async () => {
    for (const context of stage.browser?.contexts() ?? []) await context.close();
    await stage.server?.close();
  });
  stage.open = async (path, { origin = stage.server.url, context, mayLog, ...rest } = {}) => {
    const own = context ?? (await stage.browser.newContext({ viewport: WIDE, reducedMotion: 'reduce', ...rest }));
    if (!context) onTestFinished(() => own.close());
    const page = await own.newPage();
    // Long enough that no test fails because the machine is slow.
    page.setDefaultTimeout(100_000);
    const said: string[] = [];
    page.on('pageerror', (error) => said.push(`${error.stack}`));
    page.on('console', (message) => {
      if (message.type() === 'error' && !mayLog?.test(message.text())) said.push(message.text());
    });
    onTestFinished(() => {
      if (said.length > 0) throw new Error(`the page said: ${said.join('\n')}`);
    });
    await page.goto(`${origin}${path}`);
    return page;
  };
  return stage;
}

/** Gives a page a virtual authenticator that confirms everything. */
export async function giveDevice(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const add = () =>
    devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
      },
    });
  let { authenticatorId } = await add();
  return {
    async replace() {
      await devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
      ({ authenticatorId } = await add());
    },
  };
}
