// Takes the screenshots of the docs: the current page on a fresh demo market, in a real browser.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';

const PORT = 8199;
const URL = `http://127.0.0.1:${PORT}`;
const TON = 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c';
const USDT = 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs';

type Picture = {
  readonly name: string;
  readonly path: string;
  readonly height: number;
  readonly width?: number;
  readonly themes: readonly ('light' | 'dark')[];
  /** Waits until the screen shows everything that belongs in the picture. */
  ready(page: Page): Promise<void>;
};

const seen = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor();
const pictures = (pool: string): readonly Picture[] => [
  {
    name: 'swap',
    path: `/?pay=${TON}&receive=${USDT}&amount=1250`,
    height: 1100,
    themes: ['light', 'dark'],
    ready: seen(/^Swap 1,250 TON for/),
  },
  {
    name: 'limit',
    path: `/?mode=limit&pay=${TON}&receive=${USDT}&amount=100&price=2.6`,
    height: 1170,
    themes: ['light'],
    ready: seen(/^Sell 100 TON at 2.6 USDT or more/),
  },
  {
    name: 'swap-phone',
    path: `/?pay=${TON}&receive=${USDT}&amount=1250`,
    width: 390,
    height: 844,
    themes: ['light'],
    ready: seen(/^Swap 1,250 TON for/),
  },
  { name: 'pool', path: `/pool/${pool}`, height: 1250, themes: ['light'], ready: seen('Market depth') },
  { name: 'portfolio', path: '/portfolio', height: 760, themes: ['light'], ready: seen('Withdrawable now') },
  { name: 'health', path: '/operator/health', height: 1090, themes: ['light'], ready: seen('Background work') },
];

const folder = mkdtempSync(join(tmpdir(), 'millpond-'));
const env = { ...process.env, DATABASE_URL: `sqlite:${folder}/millpond.db`, PORT: String(PORT), DEMO_TRADERS: '0' };
const server = spawn(process.execPath, ['src/main.ts', 'demo'], { env, stdio: 'ignore' });
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
try {
  while (!(await fetch(`${URL}/livez`).catch(() => null))?.ok) await new Promise((resolve) => setTimeout(resolve, 200));
  const { data } = (await (await fetch(`${URL}/getPools?limit=1`)).json()) as {
    data: { pools: { poolAddress: string }[] };
  };
  const wanted = process.argv.slice(2);
  for (const picture of pictures(data.pools[0]?.poolAddress ?? '')) {
    if (wanted.length > 0 && !wanted.includes(picture.name)) continue;
    for (const colorScheme of picture.themes) await take(picture, colorScheme);
  }
} finally {
  await browser.close();
  server.kill();
  await once(server, 'exit');
  rmSync(folder, { recursive: true });
}

async function take(
  { name, path, width = 1280, height, ready }: Picture,
  colorScheme: 'light' | 'dark',
): Promise<void> {
  const viewport = { width, height };
  const page = await browser.newPage({ viewport, colorScheme, reducedMotion: 'reduce' });
  await page.goto(`${URL}${path}`);
  await ready(page);
  await page.evaluate('document.fonts.ready');
  await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => {});
  await page.screenshot({ path: `docs/pictures/${name}-${colorScheme}.png` });
  await page.close();
}
