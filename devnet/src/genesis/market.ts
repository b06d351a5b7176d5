// The initial market of a devnet: a router, TON as a token, three tokens, and pools as deep as the demo's.
import { type Address, type Cell, internal } from '@ton/core';
import { tokenContent } from '../contracts/content.ts';
import {
  addressOf,
  type Init,
  jettonMinterInit,
  jettonWalletInit,
  ptonMinterInit,
  ptonWalletInit,
  routerInit,
} from '../contracts/init.ts';
import { transferBody } from '../contracts/jetton.ts';
import { deployPtonWalletBody, mintBody, type PoolFees, provideBody, setFeesBody } from '../contracts/messages.ts';
import { messageCell } from '../contracts/wallet-v5.ts';
import type { DevnetInfo } from '../info.ts';
import type { Signer } from './signer.ts';

type Listed = { readonly symbol: string; readonly name: string; readonly decimals: number };
type Asset = Listed | 'TON';

const USDT = { symbol: 'USDT', name: 'Tether USD', decimals: 6 };
const STON = { symbol: 'STON', name: 'STON', decimals: 9 };
const NOT = { symbol: 'NOT', name: 'Notcoin', decimals: 9 };
const TOKENS: readonly Listed[] = [USDT, STON, NOT];

/** The initial pools: both tokens of each, with their reserves in whole tokens. */
const POOLS: readonly (readonly [Asset, bigint, Asset, bigint])[] = [
  ['TON', 2_000_000n, USDT, 5_000_000n],
  [STON, 1_600_000n, USDT, 1_000_000n],
  [NOT, 800_000_000n, 'TON', 720_000n],
];
/** Initial balance of each token: the admin's, to fill the pools, and the faucet wallet's, to trade with. */
const PURSE = 1_000_000_000n;
const FEES: Omit<PoolFees, 'feeAddress'> = { lpFee: 20, protocolFee: 10, refFee: 10 };

/** Pays the storage of the initial contracts for decades. */
const RENT = 5_000_000_000n;
const [FOR_MINTING, FOR_WALLET, FOR_FEES] = [200_000_000n, 50_000_000n, 200_000_000n];
/** TON that STON.fi's SDK attaches when it provides liquidity: with TON, and with a jetton. */
const FOR_PROVIDING = { ton: 260_000_000n, value: 300_000_000n, forward: 240_000_000n };

export type Market = { readonly router: Address; readonly pton: Address } & Pick<DevnetInfo, 'tokens' | 'pairs'>;

const symbolOf = (asset: Asset): string => (asset === 'TON' ? asset : asset.symbol);

export async function makeMarket(admin: Address, faucet: Address, signer: Signer): Promise<Market> {
  const places = new Places(admin);
  // Three steps, because each needs the contracts that the previous one has deployed.
  for (const messages of [deployments(places, faucet), liquidity(places), fees(places)]) {
    const sent = await signer.send(messages);
    if ('refused' in sent) throw new Error(`the admin's wallet refused: ${sent.refused.error}`);
  }
  const tokens = TOKENS.map((token) => ({
    address: places.minter(token).toString(),
    ...token,
  }));
  const pairs = POOLS.map(([a, , b]) => [symbolOf(a), symbolOf(b)] as const);
  return { router: places.router, pton: places.pton, tokens, pairs };
}

/** The addresses of all contracts, which follow from the admin's alone. */
class Places {
  readonly admin: Address;
  readonly router: Address;
  readonly pton: Address;

  constructor(admin: Address) {
    this.admin = admin;
    this.router = addressOf(routerInit({ admin }));
    this.pton = addressOf(PTON);
  }

  minterInit({ symbol, name, decimals }: Listed): Init {
    return jettonMinterInit({ admin: this.admin, content: tokenContent({ name, symbol, decimals }) });
  }

  minter(token: Listed): Address {
    return addressOf(this.minterInit(token));
  }

  routerWallet(asset: Asset): Address {
    return asset === 'TON'
      ? addressOf(ptonWalletInit({ owner: this.router, minter: this.pton }))
      : addressOf(jettonWalletInit({ owner: this.router, minter: this.minter(asset) }));
  }
}

const PTON = ptonMinterInit({ content: tokenContent({ name: 'Proxy TON', symbol: 'pTON', decimals: 9 }) });

const message = (to: Address, value: bigint, body?: Cell, init?: Init): Cell =>
  messageCell(internal({ to, value, bounce: body !== undefined, ...(body && { body }), ...(init && { init }) }));

function deployments(places: Places, faucet: Address): readonly Cell[] {
  const { admin, router, pton } = places;
  const mint = (token: Listed, to: Address) =>
    message(places.minter(token), FOR_MINTING, mintTo(to, PURSE * unitOf(token), admin));
  return [
    message(router, RENT, undefined, routerInit({ admin })),
    message(pton, RENT, undefined, PTON),
    message(pton, FOR_MINTING, deployPtonWalletBody(router)),
    ...TOKENS.flatMap((token) => [
      message(places.minter(token), RENT, undefined, places.minterInit(token)),
      mint(token, admin),
      mint(token, faucet),
    ]),
  ];
}

/** Sent to a minter with enough TON for the wallet; the unused TON returns to the admin. */
export const mintTo = (to: Address, amount: bigint, admin: Address): Cell =>
  mintBody({ to, amount, ton: FOR_WALLET, response: admin });

function liquidity(places: Places): readonly Cell[] {
  const half = (asset: Asset, amount: bigint, other: Asset): Cell => {
    const forwardPayload = provideBody(places.routerWallet(other), 1n);
    const transfer = { queryId: 0n, amount: amount * unitOf(asset), destination: places.router, forwardPayload };
    if (asset === 'TON') {
      const body = transferBody({ ...transfer, response: null, forwardTon: FOR_PROVIDING.ton });
      return message(places.routerWallet(asset), transfer.amount + FOR_PROVIDING.ton, body);
    }
    const wallet = addressOf(jettonWalletInit({ owner: places.admin, minter: places.minter(asset) }));
    const body = transferBody({ ...transfer, response: places.admin, forwardTon: FOR_PROVIDING.forward });
    return message(wallet, FOR_PROVIDING.value, body);
  };
  return POOLS.flatMap(([a, amountA, b, amountB]) => [half(a, amountA, b), half(b, amountB, a)]);
}

function fees(places: Places): readonly Cell[] {
  return POOLS.map(([a, , b]) => {
    const pair = { walletA: places.routerWallet(a), walletB: places.routerWallet(b) };
    return message(places.router, FOR_FEES, setFeesBody({ ...FEES, feeAddress: places.admin }, pair));
  });
}

const unitOf = (asset: Asset): bigint => 10n ** BigInt(asset === 'TON' ? 9 : asset.decimals);
