// Serves what TON Connect needs: the manifest, the list of wallets, and the bridges that the page may connect to.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import type { Branded } from './brand.ts';

/** Only these networks have public wallets with bridges; on others, only wallets within the browser can be reached. */
const [MAINNET, TESTNET] = [-239, -3];

type Bridge = { readonly type: 'sse'; readonly url: string } | { readonly type: 'js'; readonly key: string };

/** An entry in the format of TON Connect's public list. This server has a list of its own, so that no third party learns who connects. */
type WalletApp = {
  readonly app_name: string;
  readonly name: string;
  readonly image: string;
  readonly about_url: string;
  readonly universal_url: string;
  readonly platforms: readonly string[];
  readonly bridge: readonly Bridge[];
};

const EVERYWHERE = ['ios', 'android', 'chrome', 'firefox', 'macos', 'windows', 'linux'];

const WALLETS: readonly WalletApp[] = [
  {
    app_name: 'tonkeeper',
    name: 'Tonkeeper',
    image: 'https://tonkeeper.com/assets/tonconnect-icon.png',
    about_url: 'https://tonkeeper.com',
    universal_url: 'https://app.tonkeeper.com/ton-connect',
    platforms: EVERYWHERE,
    bridge: [
      { type: 'sse', url: 'https://bridge.tonapi.io/bridge' },
      { type: 'js', key: 'tonkeeper' },
    ],
  },
  {
    app_name: 'mytonwallet',
    name: 'MyTonWallet',
    image: 'https://static.mytonwallet.io/icon-256.png',
    about_url: 'https://mytonwallet.io',
    universal_url: 'https://connect.mytonwallet.org',
    platforms: EVERYWHERE,
    bridge: [
      { type: 'sse', url: 'https://tonconnectbridge.mytonwallet.org/bridge/' },
      { type: 'js', key: 'mytonwallet' },
    ],
  },
  {
    app_name: 'tonhub',
    name: 'Tonhub',
    image: 'https://tonhub.com/tonconnect_logo.png',
    about_url: 'https://tonhub.com',
    universal_url: 'https://tonhub.com/ton-connect',
    platforms: ['ios', 'android'],
    bridge: [
      { type: 'sse', url: 'https://connect.tonhubapi.com/tonconnect' },
      { type: 'js', key: 'tonhub' },
    ],
  },
  {
    app_name: 'telegram-wallet',
    name: 'Wallet in Telegram',
    image: 'https://wallet.tg/images/logo-288.png',
    about_url: 'https://wallet.tg/',
    universal_url: 'https://t.me/wallet?attach=wallet',
    platforms: ['ios', 'android', 'macos', 'windows', 'linux'],
    bridge: [{ type: 'sse', url: 'https://walletbot.me/tonconnect-bridge/bridge' }],
  },
];

const walletsOn = (network: number): readonly WalletApp[] =>
  network === MAINNET || network === TESTNET ? WALLETS : [];

/** The origins of the wallets' bridges, which the page may connect to besides its own server. */
export const bridgesOn = (network: number): readonly string[] =>
  walletsOn(network).flatMap(({ bridge }) =>
    bridge.flatMap((one) => (one.type === 'sse' ? new URL(one.url).origin : [])),
  );

export type TonConnectOptions = { readonly publicUrl: string | null; readonly network: number };

export function registerTonConnect(
  app: FastifyInstance,
  branded: () => Promise<Branded>,
  { publicUrl, network }: TonConnectOptions,
): void {
  app.get('/tonconnect-manifest.json', async (request, reply) => {
    const { name, icons } = await branded();
    const origin = publicUrl ?? originOf(request);
    const iconUrl = new URL(icons?.apple ?? '/icon-192.png', origin).href;
    // Wallets read the manifest from their own pages, too.
    reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin');
    reply.header('cache-control', 'no-cache');
    return { url: new URL(origin).origin, name, iconUrl };
  });
  app.get('/tonconnect-wallets.json', async (_, reply) => {
    reply.header('cache-control', 'no-cache');
    return walletsOn(network);
  });
}

/** The origin by the Host header, whose name, but not port, was checked; X-Forwarded-Host is ignored. */
function originOf({ protocol, headers }: FastifyRequest): string {
  const origin = URL.parse(`${protocol}://${headers.host ?? ''}`)?.origin;
  if (origin === undefined) throw new ApiError('invalid_request', 'The header Host is not valid.');
  return origin;
}
