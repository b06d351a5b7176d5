// The TON Connect connection to a wallet; this module is loaded when somebody connects one or signs with it.
import {
  isWalletInfoRemote,
  TonConnect,
  TonConnectError,
  UnknownError,
  UserRejectsError,
  type Wallet,
  type WalletInfo,
  WalletWrongNetworkError,
} from '@tonconnect/sdk';
import { type Calls, MillpondError } from '#client';
import { NOT_SIGNED } from '../../words/errors.ts';
import { t } from '../../words/words.ts';
import { network } from '../chain.ts';
import { ofBrowser } from '../stored.ts';

/** Set when the user gives up: a wallet that confirms afterwards must not be stored. */
let isGivenUp = false;

const connector = new TonConnect({
  manifestUrl: `${location.origin}/tonconnect-manifest.json`,
  walletsListSource: '/tonconnect-wallets.json',
  storage: {
    setItem: async (name, text) => void (isGivenUp || ofBrowser.setItem(name, text)),
    getItem: async (name) => ofBrowser.getItem(name),
    removeItem: async (name) => ofBrowser.removeItem(name),
  },
  // No analytics: third parties must not learn who connects which wallet.
  analytics: { mode: 'off' },
});
connector.setConnectionNetwork(network);

export type WalletChoice = {
  readonly name: string;
  readonly source: { readonly jsBridgeKey: string } | { readonly bridgeUrl: string; readonly universalLink: string };
};

/** Wallets inside this browser first, then those reached over a bridge. */
export async function wallets(): Promise<readonly WalletChoice[]> {
  const listed = await connector.getWallets();
  const here = injected(listed);
  const names = new Set(here.map(({ name }) => name));
  const away = listed.flatMap((wallet) =>
    isWalletInfoRemote(wallet) && !names.has(wallet.name)
      ? [{ name: wallet.name, source: { bridgeUrl: wallet.bridgeUrl, universalLink: wallet.universalLink } }]
      : [],
  );
  return [...here, ...away];
}

type Bridge = {
  readonly connect?: unknown;
  readonly walletInfo?: { readonly name?: string };
  readonly deviceInfo?: { readonly appName?: string };
};

/** Wallets that extensions and wallet browsers inject into `window`. */
function injected(listed: readonly WalletInfo[]): readonly WalletChoice[] {
  const found = new Map<string, WalletChoice>();
  for (const key of Object.keys(window)) {
    const bridge = bridgeAt(key);
    if (typeof bridge?.connect !== 'function') continue;
    const known = listed.find((wallet) => 'jsBridgeKey' in wallet && wallet.jsBridgeKey === key);
    const name = known?.name ?? bridge.walletInfo?.name ?? bridge.deviceInfo?.appName ?? key;
    if (!found.has(name)) found.set(name, { name, source: { jsBridgeKey: key } });
  }
  return [...found.values()];
}

function bridgeAt(key: string): Bridge | undefined {
  try {
    return (window as unknown as Record<string, { tonconnect?: Bridge } | null>)[key]?.tonconnect;
  } catch {
    // A cross-origin frame: its properties cannot be read.
    return undefined;
  }
}

type Proof = Calls['tonProof']['input'];
type Connecting = {
  /** Cancels a connection that is not confirmed yet. */
  readonly signal: AbortSignal;
  /** For a wallet on another device: the link to open there. */
  onLink(link: string): void;
};

/** Resolves to the wallet's proof of ownership; without a proof nothing stays connected. */
export async function connect(
  { source }: WalletChoice,
  payload: string,
  { signal, onLink }: Connecting,
): Promise<Proof> {
  await disconnect();
  isGivenUp = false;
  const wallet = await new Promise<Wallet>((resolve, reject) => {
    const stop = connector.onStatusChange(
      (connected) => {
        if (connected === null) return;
        stop();
        resolve(connected);
      },
      (error) => {
        stop();
        reject(asFailure(error));
      },
    );
    signal.addEventListener('abort', () => {
      isGivenUp = true;
      stop();
    });
    const link = connector.connect(source as never, { request: { tonProof: payload }, signal }) as string | undefined;
    if (typeof link === 'string') onLink(link);
  });
  const { account, connectItems } = wallet;
  const item = connectItems?.tonProof;
  if (!item || !('proof' in item)) {
    await disconnect();
    throw notSigned(t('wallet.noProof'));
  }
  return { address: account.address, walletStateInit: account.walletStateInit, proof: item.proof };
}

/** Removes the connection from this browser, and tells the wallet if it can be reached. */
export async function disconnect(): Promise<void> {
  if (!connector.connected) await connector.restoreConnection();
  if (connector.connected) await connector.disconnect();
}

export type Messages = Pick<Calls['buildSwap']['output'], 'validUntil' | 'messages'>;

/** Resolves when the wallet has signed and sent the messages, or may have; throws if it certainly has not. */
export async function send(account: string, { validUntil, messages }: Messages, onAsked: () => void): Promise<void> {
  if (!connector.connected) await connector.restoreConnection();
  const { account: connected } = connector;
  if (connected === null) throw notSigned(t('wallet.gone'));
  if (connected.address.toLowerCase() !== rawOf(account)) throw notSigned(t('wallet.otherAccount'));
  onAsked();
  const ending = new AbortController();
  const transaction = {
    validUntil,
    network,
    from: connected.address,
    messages: messages.map(({ address, amount, payload }) => ({ address, amount, payload })),
  };
  const sent = connector.sendTransaction(transaction, { signal: ending.signal });
  try {
    await Promise.race([sent, until(validUntil)]);
  } catch (error) {
    // After an unspecific error the wallet may have sent the messages: the caller then looks for them on the chain.
    if (error instanceof TonConnectError && !(error instanceof UnknownError)) throw asFailure(error);
  } finally {
    // Otherwise the SDK would retry an unreachable bridge for ever.
    ending.abort();
  }
}

/** The `0:…` form, in which wallets give their own address. */
function rawOf(friendly: string): string {
  const bytes = atob(friendly.replaceAll('-', '+').replaceAll('_', '/'));
  const [, workchain = 0, ...rest] = Array.from(bytes, (letter) => letter.charCodeAt(0));
  const hash = rest.slice(0, 32).map((byte) => byte.toString(16).padStart(2, '0'));
  return `${workchain > 127 ? workchain - 256 : workchain}:${hash.join('')}`;
}

const until = (timeS: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.max(0, timeS * 1000 - Date.now())));

const NETWORKS: Readonly<Record<string, string>> = { '-239': 'mainnet', '-3': 'testnet' };

function asFailure(error: unknown): MillpondError {
  if (error instanceof UserRejectsError) return notSigned(t('wallet.declined'));
  if (error instanceof WalletWrongNetworkError)
    return notSigned(t('wallet.network', { network: NETWORKS[network] ?? `devnet (${network})` }));
  const message = error instanceof Error ? error.message : String(error);
  // The SDK puts a line of its own before the wallet's message.
  return notSigned(t('wallet.error', { message: message.split('\n').at(-1) ?? '' }));
}

export const notSigned = (message: string): MillpondError => new MillpondError(message, { code: NOT_SIGNED });
