// Opens the venue on TON for a single command (`millpond ton send`), with the endpoint and key of the settings or of a running
// server's devnet.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PublishedInfo } from '#devnet/info';
import { Challenges } from '../../../access/people/challenges.ts';
import { tonAddress } from '../../../address.ts';
import type { Policy } from '../../../core/commands/kind.ts';
import type { Health } from '../../../ports/health.ts';
import type { Store } from '../../../ports/store.ts';
import type { Venue } from '../../../ports/venue.ts';
import { type Contracts, type OpenOptions, type OpenTon, openTon } from '../../../ton/open.ts';
import { PROOF_MS } from '../../../ton/proof/check.ts';
import { keyOfWords } from '../../../ton/wallets/key-file.ts';
import { BadSetting, type Settings } from '../../settings.ts';
import { checkVenue, markVenue } from '../venue-mark.ts';
import { endpointOf } from './endpoint.ts';
import { asSetting, keyOf, networkOf, TTL_S } from './open.ts';

type Opening = {
  readonly store: Store;
  readonly registry: Venue & Health;
  readonly policy: Policy;
};

/** How long the command waits for the outcome: longer than the ten minutes after which a request that cannot be sent fails. */
const WAIT_MS = 900_000;
const LOOK_EVERY_MS = 500;

/** Opens the venue; it sends nothing until the caller starts it. */
export async function openForCommand(settings: Settings, { store, registry, policy }: Opening): Promise<OpenTon> {
  const place = await placeOf(settings).catch(asSetting);
  await checkVenue(store, place.contracts.router);
  const opened = await openTon({
    ...place,
    ...{ requests: store.chainRequests, registry, policy, waitMs: WAIT_MS, lookEveryMs: LOOK_EVERY_MS, keepMs: 0 },
    payloads: new Challenges(store.sideRecords, PROOF_MS),
    slippagePpm: settings.TON_SLIPPAGE,
    quote: settings.QUOTE_TOKEN,
    ttlS: TTL_S,
    onTrouble: (error) => console.error((error as Error).message),
    ...{ onEnd: () => {}, onSendEnd: () => {}, onBalance: () => {} },
  }).catch(asSetting);
  await markVenue(store, place.contracts.router);
  return opened;
}

async function placeOf(settings: Settings): Promise<Pick<OpenOptions, 'endpoint' | 'network' | 'contracts' | 'key'>> {
  const {
    TON_ENDPOINT: url,
    TON_API_KEY_FILE: keyFile,
    TON_ROUTER,
    TON_PTON: pton,
    TON_DEX_VERSION: version,
  } = settings;
  if (url === null) return onDevnet(settings);
  const key = await keyOf(settings);
  if (key === null) throw new BadSetting('TON_MNEMONIC_FILE is needed: the wallets are signed for with it');
  const contracts: Contracts = { router: tonAddress(TON_ROUTER) ?? TON_ROUTER, pton, version };
  return { endpoint: endpointOf(url, keyFile), network: networkOf(settings), contracts, key };
}

async function onDevnet({ DEVNET_FOLDER: folder }: Settings): ReturnType<typeof placeOf> {
  const path = join(folder, 'devnet.json');
  let info: PublishedInfo;
  try {
    info = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw new BadSetting(`TON_ENDPOINT is not set, and there is no devnet at ${path}`);
  }
  const { endpoint: url, network, faucet } = info;
  return { endpoint: { url, perSecond: 1000 }, network, contracts: info, key: await keyOfWords(faucet.mnemonic) };
}
