// millpond token import: lists all tokens of a file, resumable, while the exchange is served or not.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { audit, MAIN, Program, Server, temporaryDirectory } from '../crash/process.ts';
import { createDatabase } from '../postgres/database.ts';

const USDT = 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs';
const USDT_RAW = '0:b113a994b5024a16719f69139328eb759596c38a25f59028b146fecdc3621dfe';
const TON = 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c';
const NOT = 'EQAvlWFDxGF2lXm67y4yzC17wYKD9A0guwPkMs1gOsM__NOT';

/** In the format of tokenlists.org, with tokens of two chains. */
const UNISWAP = {
  name: 'Some tokens',
  timestamp: '2026-11-15T12:00:00.000Z',
  version: { major: 1, minor: 2, patch: 3 },
  keywords: ['ton'],
  tokens: [
    { chainId: -239, address: USDT, symbol: 'USDT', name: 'Tether USD', decimals: 6, logoURI: 'https://e.org/u.png' },
    { chainId: 1, address: '0xdAC17F958D2ee523a2206206994597C13D831ec7', symbol: 'USDT', name: 'Tether', decimals: 6 },
    { chainId: -239, address: 'CORN', symbol: 'CORN', name: 'Corn', decimals: 3, tags: ['food'] },
  ],
};
/** In the format of TON's assets: both address forms, decimals missing or quoted, and extra fields. */
const JETTONS = [
  { address: USDT_RAW, symbol: 'USDT', name: 'Tether USD', decimals: '6', image: 'https://e.org/v.png', social: [] },
  { address: NOT, symbol: 'NOT', name: 'Notcoin', description: 'Probably nothing', websites: ['https://notco.in/'] },
];

function fileOf(content: unknown): string {
  const path = join(temporaryDirectory(), 'list.json');
  writeFileSync(path, typeof content === 'string' || content instanceof Buffer ? content : JSON.stringify(content));
  return path;
}

/** Long enough that no command times out on a slow machine. */
const PATIENT = { BUSY_TIMEOUT: '60000' };
const at = (place: string) => ({ DATABASE_URL: place.includes('://') ? place : `sqlite:${place}`, ...PATIENT });

const start = (place: string, ...args: string[]) =>
  new Program([process.execPath, MAIN, 'token', 'import', ...args], at(place));

async function outcomeOf(program: Program) {
  const { code } = await program.ended;
  return { code, out: program.stdout, err: program.stderr };
}
const importInto = (place: string, ...args: string[]) => outcomeOf(start(place, ...args));

const newFile = () => join(temporaryDirectory(), 'millpond.db');

const PLACES = {
  SQLite: async () => newFile(),
  async PostgreSQL() {
    const { url, drop } = await createDatabase();
    onTestFinished(drop);
    return url;
  },
};

const listOf = async ({ url }: Server) => (await fetch(`${url}/tokenlist.json`)).json() as Promise<typeof UNISWAP>;

describe.each(Object.entries(PLACES))('on %s', (_, newPlace) => {
  it('import registers the tokens of either format, and a running server shows them at once', async () => {
    const place = await newPlace();
    const server = await Server.start(place, {}, { demo: false });
    const [uniswap, jettons] = [fileOf(UNISWAP), fileOf(JETTONS)];
    const dry = await importInto(place, uniswap, '--dry-run');
    expect(dry).toEqual({
      code: 0,
      err: '',
      out: `register ${USDT} as USDT with 6 decimals, name "Tether USD", logo https://e.org/u.png
register CORN as CORN with 3 decimals, name "Corn"
would be registered: 2, updated: 0; unchanged: 0, of other chains: 1
`,
    });
    expect((await listOf(server)).tokens).toEqual([]);
    expect(await importInto(place, uniswap)).toEqual({
      code: 0,
      err: 'import: 2 of 2 (100 %)\n',
      out: 'registered: 2, updated: 0; unchanged: 0, of other chains: 1\n',
    });
    expect((await listOf(server)).tokens).toMatchObject([{ address: 'CORN' }, UNISWAP.tokens[0] as object]);

    expect((await importInto(place, jettons, '--dry-run')).out).toBe(
      `register ${NOT} as NOT with 9 decimals, name "Notcoin"
update ${USDT}, logo https://e.org/v.png
would be registered: 1, updated: 1; unchanged: 0, of other chains: 0
`,
    );
    expect((await importInto(place, jettons)).out).toBe(
      'registered: 1, updated: 1; unchanged: 0, of other chains: 0\n',
    );
    const own = await listOf(server);
    expect(own.tokens.map(({ address, logoURI = '' }) => [address, logoURI])).toEqual([
      ['CORN', ''],
      [NOT, ''],
      [USDT, 'https://e.org/v.png'],
    ]);
    const nothing = { code: 0, err: '', out: 'nothing to do; unchanged: 3, of other chains: 0\n' };
    expect(await importInto(place, fileOf(own))).toEqual(nothing);
    const again = await fetch(`${server.url}/registerToken`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ address: NOT, symbol: 'NOT2', decimals: 9 }),
    });
    expect(again.headers.get('error-code')).toBe('token_exists');
    expect(await audit(place)).toMatchObject({ code: 0, stdout: expect.stringContaining('passed: 4 transactions') });
  });
});

it('import refuses a list with invalid entries, and with --skip-invalid imports all others', async () => {
  const place = newFile();
  const server = await Server.start(place);
  const before = await listOf(server);
  const { data } = (await (await fetch(`${server.url}/getPools`)).json()) as {
    data: { pools: { poolAddress: string }[] };
  };
  const pool = data.pools[0]?.poolAddress;
  const wrong = [
    ...JETTONS,
    { address: TON, symbol: 'TON', decimals: 8 },
    { address: `0:${'a'.repeat(64)}`, symbol: 'ANON\n', name: 'ANON' },
    { address: pool, symbol: 'POOL' },
    ...Array.from({ length: 40 }, (_, index) => ({ address: `0:${index}`, symbol: `X${index}` })),
  ];
  const file = fileOf(wrong);
  for (const flags of [[], ['--dry-run']]) {
    const { code, out, err } = await importInto(place, file, ...flags);
    expect([code, out]).toEqual([1, '']);
    const lines = err.split('\n');
    expect(lines[0]).toBe(`entry 3 ("TON"): conflict: ${TON} is registered with 9 decimals, not 8`);
    expect(lines[1]).toMatch(/^entry 4 \("ANON\\n"\): symbol contains U\+000A/);
    expect(lines[2]).toBe(`entry 5 ("POOL"): ${pool} is an address of the exchange itself`);
    expect(lines.slice(20)).toEqual([
      'and 23 more like these',
      'millpond: nothing was written; --skip-invalid skips invalid entries and imports the rest',
      '',
    ]);
  }
  expect(await listOf(server)).toEqual(before);
  const { code, out, err } = await importInto(place, file, '--skip-invalid');
  // The demo market has both tokens, one of them without its logo.
  const summary = 'registered: 0, updated: 1; unchanged: 1, of other chains: 0; skipped: 43 entries\n';
  expect([code, out]).toEqual([0, summary]);
  expect(err).toContain(`${TON} is registered with 9 decimals, not 8; it was skipped\n`);
  const unshown = fileOf([{ ...JETTONS[0], image: 'ipfs://Qm' }, { symbol: 'X' }]);
  expect(await importInto(place, unshown, '--skip-invalid')).toMatchObject({
    out: 'nothing to do; unchanged: 1, of other chains: 0; skipped: 1 entry, 1 logo\n',
    err: expect.stringMatching(
      /^entry 1 \("USDT"\): logo must be .*; the logo was skipped\nentry 2 .*; it was skipped\n$/,
    ),
  });
  const named = (await listOf(server)).tokens.map(({ name }) => name);
  expect(named.sort()).toEqual(['Dai', 'Dogs', 'Notcoin', 'STON', 'Tether USD', 'Toncoin']);
});

test.each<[string, unknown, string]>([
  ['that is not JSON', 'Dear miller,', 'it is not JSON: '],
  ['that is not text', Buffer.of(0x22, 0xff, 0x22), 'it is not JSON: '],
  ['that is empty', '', 'it is not JSON: '],
  ['with JSON that is no token list', { jettons: [] }, 'it is not a token list: '],
  ['with a JSON string', '"tokens"', 'it is not a token list: '],
  ['that is too large', `["${'x'.repeat(64 * 2 ** 20)}"]`, 'it is larger than 64 MiB'],
])('import refuses a file %s in one line, before it opens a database', async (_, content, words) => {
  const file = fileOf(content);
  const { code, out, err } = await importInto(newFile(), file);
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(new RegExp(`^millpond: ${file}: ${words}.*\n$`));
});

test('import refuses a folder, a missing file, a wrong number of files and a missing database in one line', async () => {
  const folder = temporaryDirectory();
  const usage = 'usage: millpond token import FILE [--dry-run] [--skip-invalid]';
  for (const [args, words] of [
    [[folder], `${folder}: it is a folder`],
    [[join(folder, 'none')], `${join(folder, 'none')}: there is no such file`],
    [[], usage],
    [['a', 'b'], usage],
    [[fileOf([])], expect.stringMatching(/: there is no such file; millpond serve creates it$/)],
  ] as const) {
    const { code, err } = await importInto(newFile(), ...args);
    expect([code, err.replace(/^millpond: /, '').trimEnd()]).toEqual([2, words]);
  }
});

it('an import that is killed and run again registers every token once, while others trade', {
  timeout: 600_000,
}, async () => {
  const place = newFile();
  const server = await Server.start(place, PATIENT);
  const addresses = async () => (await listOf(server)).tokens.map(({ address }) => address);
  const here = await addresses();
  const count = 6000;
  const many = Array.from({ length: count }, (_, index) => ({
    address: `0:${(index + 1).toString(16).padStart(64, '0')}`,
    symbol: `T${index}`,
    name: `Token ${index}`,
  }));
  const twice = many.slice(0, 500).map((entry) => ({ ...entry, address: entry.address.toUpperCase() }));
  const namesakes = many
    .slice(0, 500)
    .map(({ symbol }, index) => ({ address: `1:${'f'.repeat(61)}${index + 100}`, symbol }));
  const file = fileOf([...many, ...twice, ...namesakes]);
  const dry = await importInto(place, file, '--skip-invalid', '--dry-run');
  const first = start(place, file, '--skip-invalid');
  await first.printed(/import: 1000 of 6000/);
  await first.kill();
  const swap = { Pair: { tokenA: TON, tokenB: USDT }, amount: { tokenA: 1 } };
  const body = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(swap) };
  const left = (await addresses()).length - here.length;
  expect(left).toBeGreaterThanOrEqual(1000);

  const second = start(place, file, '--skip-invalid');
  let [swaps, isOver] = [0, false];
  second.ended.then(() => {
    isOver = true;
  });
  while (!isOver) {
    expect((await fetch(`${server.url}/createSwap`, body)).status).toBe(200);
    swaps += 1;
  }
  expect(await second.ended).toMatchObject({ code: 0 });
  expect(second.stdout).toBe(
    `${left === count ? 'nothing to do' : `registered: ${count - left}, updated: 0`}; unchanged: ${left}, of other chains: 0; skipped: 1000 entries\n`,
  );
  expect(second.stderr).toContain('entry 6001 ("T0"): entry 1 has the same address');
  expect(second.stderr).toContain('and 980 more like these');
  const promised = dry.out.match(/(?<=^register )\S+/gm) ?? [];
  expect(promised).toHaveLength(count);
  expect((await addresses()).sort()).toEqual([...here, ...promised].sort());
  expect(swaps).toBeGreaterThan(0);
  expect(await audit(place)).toMatchObject({ code: 0, stdout: expect.stringContaining('audit passed') });
});
