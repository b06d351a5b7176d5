// millpond devnet [--fresh], millpond devnet audit, millpond devnet import
import { once } from 'node:events';
import { tonAddress } from '../../address.ts';
import { controlsFor } from '../../api/door/controls.ts';
import { BadUsage, type Flags } from '../command.ts';
import { progressOn } from '../progress.ts';
import type { Settings } from '../settings.ts';

const USAGE = `usage: millpond devnet [--fresh], millpond devnet audit,\n       millpond devnet import --endpoint URL --router ADDRESS [--pton ADDRESS] [--fresh]`;

export async function runDevnet(rest: readonly string[], settings: Settings, flags: Flags): Promise<number> {
  const { fresh } = flags;
  const [action, ...more] = rest;
  if (action === 'audit' && more.length === 0 && !fresh) return audit(settings);
  if (action === 'import' && more.length === 0) return take(settings, flags);
  if (action !== undefined) throw new BadUsage(USAGE);
  return serve(settings, fresh);
}

async function serve({ DEVNET_FOLDER: folder, BLOCK_MS: blockMs, HOST: host, PORT: port }: Settings, fresh: boolean) {
  const stop = Promise.race(['SIGTERM', 'SIGINT'].map((signal) => once(process, signal)));
  // Imported here, so that other commands do not load the devnet.
  const { serveDevnet } = await import('#devnet/server');
  const { DevnetThread } = await import('../../ton/devnet/devnet-thread.ts');
  const devnet = await DevnetThread.start({ folder, blockMs, fresh, onTrouble: console.error });
  const server = await serveDevnet(devnet, { host, port, controls: controlsFor('local') });
  const { endpoint, router, tokens } = server.published;
  console.log(`devnet listening at ${endpoint}`);
  console.log(`  router ${router}`);
  for (const { symbol, address } of tokens) console.log(`  ${symbol.padEnd(6)} ${address}`);
  console.log(`  all of it, with the keys of the faucet and the admin: ${folder}/devnet.json`);
  await stop;
  await server.stop();
  return 0;
}

async function take(settings: Settings, { fresh, endpoint, router, pton }: Flags): Promise<number> {
  const [routerAt, ptonAt] = [router, pton].map((text) => (text === undefined ? undefined : tonAddress(text)));
  if (endpoint === undefined || !routerAt || ptonAt === null) throw new BadUsage(USAGE);
  const [{ importContracts }, { endpointOf }, { Endpoint }] = await Promise.all([
    import('../../ton/devnet/import.ts'),
    import('../serve/ton/endpoint.ts'),
    import('../../ton/endpoint/endpoint.ts'),
  ]);
  const { DEVNET_FOLDER: folder, TON_API_KEY_FILE: keyFile } = settings;
  const taken = await importContracts(new Endpoint(endpointOf(endpoint, keyFile)), {
    ...{ folder, fresh, router: routerAt },
    ...(ptonAt && { pton: ptonAt }),
  }).catch((error: Error) => {
    throw ['CannotTake', 'ChainUnavailable', 'EndpointRefused'].includes(error.name)
      ? new BadUsage(error.message)
      : error;
  });
  const { accounts, libraries } = taken;
  console.log(
    `a new devnet in ${folder}, with ${accounts.length} contracts and ${libraries.length} libraries of ${endpoint}`,
  );
  return 0;
}

async function audit({ DEVNET_FOLDER: folder }: Settings): Promise<number> {
  const { auditDevnet } = await import('../../ton/devnet/devnet-thread.ts');
  const progress = progressOn(process.stderr);
  const { blocks, digest, fault } = await auditDevnet(folder, (done, total) => progress.show('audit', done, total));
  progress.end();
  if (fault === undefined) console.log(`devnet audit passed: ${blocks} blocks, digest ${digest}`);
  else console.error(`devnet audit FAILED: ${fault}`);
  return fault === undefined ? 0 : 1;
}
