// Opens the venue on a chain: the endpoint, the wallets, the outbox and the tracker of its requests.
import { Address } from '@ton/core';
import type { KeyPair } from '@ton/crypto';
import { isOwnRouter } from '#devnet/contracts/code';
import { MAINNET, type NetworkId, TESTNET } from '#devnet/contracts/wallet-v5';
import type { Ppm } from '../core/amount.ts';
import type { Policy } from '../core/commands/kind.ts';
import type { ChainRequest, ChainRequests } from '../ports/chain-requests.ts';
import type { Health } from '../ports/health.ts';
import type { QuoteChoice } from '../ports/venue/listing.ts';
import type { Venue } from '../ports/venue.ts';
import { sharedFor } from '../thread/shared-for.ts';
import type { Head } from './chain.ts';
import { CONSTANT_PRODUCT } from './dialect/dialect.ts';
import { ask, GetterFailed, ptonVersion } from './dialect/getters.ts';
import { stonfiV1 } from './dialect/stonfi-v1.ts';
import { stonfiV2 } from './dialect/stonfi-v2.ts';
import { Endpoint } from './endpoint/endpoint.ts';
import { Outbox, type OutboxListeners } from './outbox/outbox.ts';
import { type Payloads, WalletSignIn } from './proof/sign-in.ts';
import { Tracker } from './trace/tracker.ts';
import { SwapCosts } from './venue/costs.ts';
import { Dex, TON } from './venue/dex.ts';
import { Execution } from './venue/execution.ts';
import { GasPriceCheck } from './venue/gas-price.ts';
import { decisionOf } from './venue/history.ts';
import { pack } from './venue/json.ts';
import { Planner } from './venue/planner.ts';
import { decisionFrom } from './venue/sent-form.ts';
import { venueTrack } from './venue/track.ts';
import { TonVenue } from './venue/venue.ts';
import { Wallets } from './wallets/wallets.ts';

export type Contracts = { readonly router: string; readonly pton: string; readonly version: 1 | 2 };

export type OpenOptions = {
  readonly endpoint: ConstructorParameters<typeof Endpoint>[0] & { readonly perSecond: number };
  readonly network: NetworkId;
  readonly contracts: Contracts;
  /** Null if the exchange holds no wallets and everybody signs with their own. */
  readonly key: KeyPair | null;
  readonly requests: ChainRequests;
  readonly registry: Venue & Health;
  readonly payloads: Payloads;
  /** The clock by which sign-in payloads expire; by default this machine's. */
  readonly nowMs?: () => number;
  readonly policy: Policy;
  readonly slippagePpm: Ppm;
  /** The token in which the spending limits of keys are set. */
  readonly quote: QuoteChoice;
  readonly waitMs: number;
  readonly ttlS: number;
  /** Interval between two polls of the chain. */
  readonly lookEveryMs: number;
  /** How long a pool's reserves are cached. */
  readonly keepMs: number;
  /** How long a readiness check of the chain is cached. */
  readonly readyMs?: number;
  /** Called with errors that will be retried, and the account concerned. */
  onTrouble(error: unknown, account: string): void;
} & OutboxListeners;

export type OpenTon = {
  readonly venue: TonVenue;
  readonly dex: Dex;
  readonly wallets: Wallets;
  /** The chain's latest block; the request counts against the share of the endpoint's quota for health checks. */
  head(): Promise<Head>;
  /** Starts sending and tracking accepted requests. */
  start(): void;
  close(): Promise<void>;
};

const MOST_CLOCK_S = 60;
const COSTS_EVERY_MS = 5000;
/** Frequent requests of `/readyz` must not use up the endpoint's quota. */
const READY_MS = 5000;

export async function openTon(options: OpenOptions): Promise<OpenTon> {
  const { requests, registry, policy, slippagePpm, waitMs, contracts } = options;
  const endpoint = new Endpoint(options.endpoint);
  // A share of the quota is reserved for sending and tracking requests, so that quotes cannot delay them.
  const chain = endpoint.inShare('sending');
  const probes = endpoint.inShare('probes');
  const dialect = contracts.version === 1 ? stonfiV1 : stonfiV2;
  const [router, pton] = [addressIn('TON_ROUTER', contracts.router), addressIn('TON_PTON', contracts.pton)];
  const dex = new Dex({ chain: endpoint, dialect, router, pton });
  const keptDex = new Dex({ chain: endpoint, dialect, router, pton, keepMs: options.keepMs });
  await checkNetwork(chain, options.network);
  const isOwn = await checkContracts(dex, pton, options.network);
  if (options.key === null) await checkNonePending(requests);
  const wallets = new Wallets(requests, options.key, options.network);
  const track = venueTrack(new Tracker(chain), (request) => execution.takeBack(request));
  const { ttlS, lookEveryMs, onTrouble, onEnd, onSendEnd, onBalance } = options;
  const listeners = { onTrouble, onEnd, onSendEnd, onBalance };
  const decisionFor = async (request: ChainRequest, messages: readonly string[]) => {
    const decision = decisionOf(request);
    return 'takesBack' in decision ? request.decision : pack(await decisionFrom(dex, decision.receipt, messages));
  };
  const outbox = new Outbox({ requests, chain, wallets, track, decisionFor, ttlS, lookEveryMs, ...listeners });
  const gasPrice = new GasPriceCheck(() => endpoint.gasPrice());
  const planner = new Planner({ dex, isOwn, registry, wallets, policy, slippagePpm, gasPrice });
  const execution = new Execution({ dex, planner, outbox, wallets, requests, waitMs });
  const signIns = new WalletSignIn({
    payloads: options.payloads,
    keyOf: (address) => publicKeyOf(endpoint, address),
    ...(options.nowMs && { nowMs: options.nowMs }),
  });
  const head = () => probes.head();
  const venue = new TonVenue(
    {
      dex: keptDex,
      requests,
      policy,
      registry,
      signIns,
      network: options.network,
      planner,
      ready: sharedFor(options.readyMs ?? READY_MS, head),
      keepMs: options.keepMs,
      quote: options.quote,
      costs: new SwapCosts({ requests, contracts: isOwn ? 'own' : contracts.version, everyMs: COSTS_EVERY_MS }),
    },
    execution,
  );
  const start = () => options.key !== null && outbox.start();
  return { venue, dex, wallets, head, start, close: () => outbox.stop() };
}

/** Throws if accepted requests are pending: without the key of the wallets the exchange can neither sign nor finish them. */
async function checkNonePending(requests: ChainRequests): Promise<void> {
  const { toSign, signed } = await requests.figures();
  if (toSign + signed > 0) throw new BadChain(`TON_MNEMONIC_FILE is needed: ${toSign + signed} orders are pending`);
}

/** The public key of a user's wallet, from the getter that most wallet contracts have; undefined if this one has none. */
const publicKeyOf = async (chain: Endpoint, address: Address): Promise<Buffer | undefined> =>
  (await ask(chain, address, ['get_public_key'], (answer) =>
    Buffer.from(answer.readBigNumber().toString(16).padStart(64, '0'), 'hex'),
  ).catch((error: unknown) => {
    if (error instanceof GetterFailed) return null;
    throw error;
  })) ?? undefined;

/** An unusable setting of the chain; the message names it. */
export class BadChain extends Error {
  override name = 'BadChain';
}

function addressIn(setting: string, text: string): Address {
  try {
    return Address.parse(text);
  } catch {
    throw new BadChain(`${setting}=${text}: this is no TON address`);
  }
}

/** Hashes of the zero states, from https://ton.org/global.config.json and testnet-global.config.json. */
const ZERO_STATES: ReadonlyMap<NetworkId, readonly [name: string, root: string]> = new Map([
  [MAINNET, ['mainnet', 'F6OpKZKqvqeFp6CQmFomXNMfMj2EnaUSOXN+Mh+wVWk=']],
  [TESTNET, ['testnet', 'gj+B8wb/AmlPk1z1AhVI484rhrUpgSr2oSFIh56VoSg=']],
]);

/** Throws if the endpoint serves another network than the configured one, on which wallet ids and safety checks depend. */
async function checkNetwork(chain: Endpoint, network: NetworkId): Promise<void> {
  const [name, root] = ZERO_STATES.get(network) ?? [];
  if (root !== undefined && (await chain.zeroState()) !== root)
    throw new BadChain(`TON_NETWORK=${name}: TON_ENDPOINT is of another network`);
}

/** True if the contracts are Millpond's own. Throws if they cannot be used, before anything is signed. */
async function checkContracts(dex: Dex, pton: Address, network: NetworkId): Promise<boolean> {
  const { chain, dialect, router } = dex;
  const { code, head } = await chain.account(router);
  const offS = Math.abs(head.timeS - Date.now() / 1000);
  // A devnet's clock can be set ahead; on a real network a difference means that the endpoint lags or this machine's clock is wrong.
  if (ZERO_STATES.has(network) && offS > MOST_CLOCK_S)
    throw new BadChain(
      `the chain's clock and this machine's differ by ${Math.round(offS)} s; at most ${MOST_CLOCK_S} s are allowed`,
    );
  const data = await dialect.routerData(chain, router).catch((error: Error) => {
    throw new BadChain(`TON_ROUTER=${router}: this is no router of version ${dialect.version}: ${error.message}`);
  });
  if (data === null) throw new BadChain(`TON_ROUTER=${router}: there is no contract at this address`);
  if (data.pools !== CONSTANT_PRODUCT)
    throw new BadChain(`TON_ROUTER=${router}: its pools are ${data.pools}, and only ${CONSTANT_PRODUCT} can be quoted`);
  await checkPton(dex, pton);
  const isOwn = code !== null && isOwnRouter(code);
  if (isOwn && network === MAINNET)
    throw new BadChain(
      `TON_ROUTER=${router}: these are Millpond's own contracts, which are unaudited and not for mainnet`,
    );
  return isOwn;
}

/** Throws if pTON (the jetton that stands for TON) is of another version than the router: TON sent through it would be lost. */
async function checkPton(dex: Dex, pton: Address): Promise<void> {
  const { chain, dialect } = dex;
  const version = await dex.routerWallet(TON).then(
    () => ptonVersion(chain, pton),
    (error: Error) => {
      throw new BadChain(`TON_PTON=${pton}: this is not pTON: ${error.message}`);
    },
  );
  if (version === BigInt(dialect.version)) return;
  throw new BadChain(
    `TON_PTON=${pton}: this is pTON of version ${version}, and that of version ${dialect.version} goes with TON_DEX_VERSION=${dialect.version}; what is sent through another is lost`,
  );
}
