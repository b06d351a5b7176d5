// Long runs of the suite's randomised tests: kills, chaos and simulation.
import { spawnSync } from 'node:child_process';

/** Overridden by the environment. */
const LENGTHS = {
  RANDOM_TIMES: '5',
  JSON_DOCUMENTS: '1000000',
  SIMULATION_STEPS: '5000',
  CRASH_CYCLES: '100',
  LOG_ACCOUNTS: '500000',
  CHECKPOINTS: '10000',
  CHAOS_SECONDS: '600',
  EVENTS_KILLS: '200',
  BEST_PRICE_MARKETS: '10000',
  GRIEFING_MARKETS: '5000',
  ADVERSARY_SEQUENCES: '1500000',
  DEVNET_KILLS: '40',
  DEVNET_TRANSACTIONS: '10000',
  DOCS_SAMPLES: 'all',
  SCREENS: 'all',
  CONTRACT_STATES: '5000',
  CONTRACT_HISTORY: '2000',
  ROUTER_PAYLOADS: '3000',
  GAS_STEPS: '100',
  OUTBOX_KILLS: 'all',
  OUTBOX_ORDERS: '200',
  LISTED_TOKENS: '45',
};

const FILES = [
  ...['kill', 'kill-at-start', 'bulk', 'projector', 'webhooks', 'keeper'].map((name) => `test/crash/${name}.test`),
  'test/crash/public-log.test',
  'test/crash/liabilities.test',
  'test/crash/log-rebuild.test',
  'test/operations/many-checkpoints.test',
  ...['nodes', 'events', 'failover', 'public-log'].map((name) => `test/postgres/${name}.test`),
  'test/ha/',
  'test/simulation/',
  'test/ton/devnet/kill.test',
  'devnet/test/client.test',
  'test/router/best-split',
  'test/router/griefing',
  'test/adversary/search',
  'src/routes/finder',
  'test/http/fuzz',
  'test/http/exactness',
  'test/uniswap/',
  'src/api/json/exact-json',
  'src/api/json/random-documents',
  'src/core/settle/settle.history',
  'src/orders/attacks',
  'test/browser/docs',
  'test/browser/every-screen',
  'test/ton/outbox/',
  'test/ton/venue/many-pools',
  'devnet/test/contracts/alone',
  'devnet/test/contracts/history',
  'devnet/test/contracts/gas-sweep',
];

/** `ha` alone would match many paths. */
const given = process.argv.slice(2).map((name) => (name === 'ha' ? 'test/ha/' : name));
const { status } = spawnSync('vitest', ['run', '--testTimeout=0', ...(given.length > 0 ? given : FILES)], {
  env: { ...LENGTHS, TEST_LONG: 'on', ...process.env },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
