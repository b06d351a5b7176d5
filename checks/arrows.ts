// node checks/arrows.ts: imports go one way. Each folder says what it may import; no file imports itself by a detour, types included.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

const BELOW_API = [
  'src/core',
  'src/address.ts',
  'src/networks.ts',
  'src/version.ts',
  'src/contract',
  'src/compat',
  'src/mcp',
  'src/ports',
  'src/access',
  'src/brand',
  'src/thread',
  'src/transparency/format',
];
/** Packages that every part of the page may import. */
const PAGE = ['#client', 'react', 'react-dom', 'wouter', '@tanstack/react-query'];

/** The folders and packages that files below a folder may import besides their own folder. The longest matching name counts; `node:` stands for all modules of Node. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  'src/core': [],
  'src/core/market': ['src/core'],
  'src/router': ['src/core/curves/curve.ts', 'src/core/route/shape.ts'],
  'src/contract': ['typebox'],
  'src/mcp': ['src/contract', 'typebox'],
  // The APIs of other products, in terms of the calls: of the core only arithmetic and the direction of pairs.
  'src/compat': ['src/contract', 'src/core/maths', 'src/core/market/direction.ts', 'src/core/pool.ts', 'typebox'],
  'src/version.ts': ['node:'],
  'src/address.ts': ['src/core', 'node:', '@ton/core'],
  'src/networks.ts': ['node:'],
  'src/ports': ['src/core', 'src/address.ts'],
  'src/thread': ['src/ports', 'node:'],
  'src/access': ['src/core', 'src/address.ts', 'src/ports', 'src/thread', 'node:', '@simplewebauthn/server'],
  // Only `node:crypto`: a verifier of the log needs nothing of the exchange.
  'src/transparency/format': ['node:crypto'],
  'src/transparency/liabilities': ['src/core', 'src/transparency/format', 'src/ports', 'src/thread', 'node:'],
  'src/transparency/log': ['src/transparency/format', 'src/ports', 'src/thread', 'src/webhooks/request.ts', 'node:'],
  // Knows nothing of the exchange: it is run by those who do not trust it.
  'src/transparency/watch': ['src/transparency/format', 'node:'],
  'src/journal': ['src/core', 'src/ports'],
  'src/routes': ['src/core', 'src/router', 'src/address.ts', 'src/ports', 'src/thread', 'src/journal', 'node:'],
  'src/orders': ['src/core', 'src/router', 'src/ports', 'src/thread', 'src/journal', 'src/routes', 'node:'],
  'src/ledger': ['src/core', 'src/address.ts', 'src/ports', 'src/thread', 'src/routes', 'src/audit', 'node:'],
  'src/market': ['src/core', 'src/address.ts', 'src/ports', 'src/thread', 'src/journal', 'node:'],
  'src/observer': [
    ...['src/core', 'src/ports', 'src/thread', 'src/market', 'src/transparency/liabilities', 'src/transparency/log'],
    ...['src/webhooks', 'node:'],
  ],
  'src/webhooks': ['src/core', 'src/networks.ts', 'src/ports', 'src/thread', 'node:'],
  'src/brand': ['src/ports', 'src/access'],
  'src/images': ['src/ports', 'src/access', 'src/thread', 'node:', 'sharp'],
  // Orders on TON by dynamic import alone, where there are any.
  'src/audit': [
    ...[
      'src/core',
      'src/transparency/format',
      'src/transparency/liabilities/token-balances.ts',
      'src/ports',
      'src/thread',
    ],
    ...['src/ton/audit/records.ts', 'node:'],
  ],
  'src/store': [
    'src/core',
    'src/address.ts',
    'src/transparency/format/row.ts',
    'src/ports',
    'src/thread',
    'node:',
    'postgres',
  ],
  'src/ton': [
    ...['src/core', 'src/address.ts', 'src/ports', 'src/thread', 'src/ledger/fingerprint.ts'],
    ...['#devnet/contracts', 'node:', '@ton/core', '@ton/crypto'],
  ],
  // Events are the ledger's, to the letter.
  'src/ton/events': ['src/core', 'src/ports', 'src/ton', 'src/journal', 'node:'],
  'src/ton/devnet': ['src/core', 'src/ports', 'src/ton', 'src/thread', '#devnet', 'node:', '@ton/core'],
  'src/api': [...BELOW_API, 'typebox', 'fastify', '@fastify/ajv-compiler', 'pino', 'prom-client', 'marked', 'node:'],
  'src/cli': [
    ...[
      ...BELOW_API,
      'src/journal',
      'src/routes',
      'src/orders',
      'src/ledger',
      'src/market',
      'src/observer',
      'src/transparency/liabilities',
      'src/transparency/log',
      'src/transparency/watch',
      'src/images',
      'src/audit',
      'src/api',
      // By dynamic import alone: who serves the ledger loads nothing of it.
      'src/ton',
      '#devnet',
    ],
    ...['fastify', 'pino', 'prom-client', '@ton/crypto', 'node:'],
  ],
  'src/main.ts': ['src/cli', 'src/ports', 'src/store', 'node:'],
  'client/src': [],
  'integrations/ccxt/src': ['ccxt'],
  'devnet/src': ['devnet/src/contracts', 'node:', '@ton/core', '@ton/crypto', '@ton/sandbox', 'fastify'],
  // The package for tests serves STON.fi's API from its chain, by the tables and the arithmetic of the exchange.
  'devnet/src/index.ts': ['devnet/src', 'src/compat/stonfi', 'node:', '@ton/core'],
  'devnet/src/stonfi': ['devnet/src', 'src/compat', 'src/core', '@ton/core', 'fastify'],
  'devnet/src/contracts': ['node:', '@ton/core', '@ton/crypto'],
  'web/src/words': ['#client', 'react', '@lingui/core', 'virtual:catalogues'],
  'web/src/exact': ['web/src/words', 'react'],
  'web/src/data': ['web/src/exact', 'web/src/words', '@simplewebauthn/browser', '@tonconnect/sdk', ...PAGE],
  'web/src/parts': ['web/src/data', 'web/src/exact', 'web/src/words', '@millpond/client', ...PAGE],
  'web/src/market': ['web/src/parts', 'web/src/data', 'web/src/exact', 'web/src/words', 'lightweight-charts', ...PAGE],
  // `uqr` draws the QR code that a wallet on a phone scans.
  'web/src/screens/chain': ['web/src', 'uqr', ...PAGE],
  'web/src': ['web/src', ...PAGE],
};

const imports = new Map<string, readonly string[]>();
for (const file of globSync([
  'src/**/*.ts',
  'client/src/**/*.ts',
  'integrations/*/src/**/*.ts',
  'devnet/src/**/*.ts',
  'web/src/**/*.{ts,tsx}',
])) {
  if (/\.test\.ts$|\.d\.ts$/.test(file)) continue;
  const named = readFileSync(file, 'utf8').matchAll(/(?:^|[\s;])(?:from|import)\s*\(?'([^'\n]+)'/g);
  imports.set(
    posix(file),
    [...named].map(([, name = '']) => resolved(posix(file), name)),
  );
}

const faults = [...imports].flatMap(([file, names]) =>
  names.filter((name) => !isAllowed(file, name)).map((name) => `${file} must not import ${name}`),
);
for (const circle of circles()) faults.push(`imports go in a circle: ${circle.join(' → ')}`);
for (const fault of faults) console.error(fault);
console.log(`${imports.size} files, ${faults.length} arrows that point the wrong way`);
process.exitCode = faults.length > 0 ? 1 : 0;

function posix(path: string): string {
  return path.split(sep).join('/');
}

function resolved(file: string, name: string): string {
  return name.startsWith('.') ? posix(relative('.', join(dirname(file), name))) : name;
}

function isAllowed(file: string, name: string): boolean {
  const home = longest(Object.keys(MAY_IMPORT), file);
  if (home === undefined) return false;
  if (within(name, home) && longest(Object.keys(MAY_IMPORT), name) === home) return true;
  return (MAY_IMPORT[home] ?? []).some((allowed) =>
    allowed === 'node:' ? name.startsWith('node:') : within(name, allowed),
  );
}

function within(name: string, place: string): boolean {
  return name === place || name.startsWith(`${place}/`);
}

function longest(places: readonly string[], name: string): string | undefined {
  return places.filter((place) => within(name, place)).toSorted((a, b) => b.length - a.length)[0];
}

/** Ways from a file back to itself: none where there is none, and at least one for each group of files that reach each other. */
function circles(): readonly (readonly string[])[] {
  const found: string[][] = [];
  const state = new Map<string, 'open' | 'done'>();
  const way: string[] = [];
  const visit = (file: string): void => {
    state.set(file, 'open');
    way.push(file);
    for (const next of imports.get(file) ?? []) {
      if (state.get(next) === 'open') found.push([...way.slice(way.indexOf(next)), next]);
      else if (!state.has(next) && imports.has(next)) visit(next);
    }
    way.pop();
    state.set(file, 'done');
  };
  for (const file of imports.keys()) if (!state.has(file)) visit(file);
  return found;
}
