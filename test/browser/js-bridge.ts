// A wallet injected into the browser, as an extension would be: it signs real proofs and messages, and behaves as the test sets its mood.
import { setTimeout as delay } from 'node:timers/promises';
import {
  Address,
  beginCell,
  Cell,
  external,
  internal,
  loadStateInit,
  SendMode,
  storeMessage,
  storeStateInit,
} from '@ton/core';
import { keyPairFromSeed } from '@ton/crypto';
import { WalletContractV4, WalletContractV5R1 } from '@ton/ton';
import type { BrowserContext } from 'playwright-core';
import { prove } from '../ton/proof/signer.ts';

/** `speechless` sends without answering, `broken` neither sends nor gives a reason, `careless` sends only the first message. */
type Mood =
  | 'careless'
  | 'undecided'
  | 'confirms'
  | 'declines'
  | 'on another network'
  | 'without proof'
  | 'forgetful'
  | 'speechless'
  | 'broken';

type BridgeRequest =
  | { readonly method: 'connect'; readonly host: string; readonly items: readonly { name: string; payload?: string }[] }
  | { readonly method: 'restore' }
  | { readonly method: 'disconnect' }
  | { readonly method: 'send'; readonly id: string; readonly name: string; readonly params: readonly string[] };

type Transaction = {
  readonly valid_until: number;
  readonly network: string;
  readonly from: string;
  readonly messages: readonly { readonly address: string; readonly amount: string; readonly payload: string }[];
};

export type BridgeWallet = {
  mood: Mood;
  readonly address: string;
  isConnected: boolean;
  /** The transactions it has signed and sent. */
  readonly sent: Transaction[];
};

const DEVNET = -217;

/** Injected into every page of the context as `window.paperwallet`. */
export async function injectWallet(
  context: BrowserContext,
  { origin, seed, version }: { readonly origin: string; readonly seed: number; readonly version: 'v4' | 'v5' },
): Promise<BridgeWallet> {
  const { publicKey, secretKey } = keyPairFromSeed(Buffer.alloc(32, seed));
  const contract =
    version === 'v4'
      ? WalletContractV4.create({ workchain: 0, publicKey })
      : WalletContractV5R1.create({ publicKey, walletId: { networkGlobalId: DEVNET } });
  const init = beginCell().store(storeStateInit(contract.init)).endCell().toBoc().toString('base64');
  const wallet: BridgeWallet = { mood: 'confirms', address: contract.address.toString(), isConnected: false, sent: [] };
  const failed = (event: 'connect_error', code: number) => ({ event, id: 1, payload: { code, message: 'no' } });

  function connected(items: readonly object[]) {
    const account = {
      name: 'ton_addr',
      address: contract.address.toRawString(),
      network: wallet.mood === 'on another network' ? '-239' : String(DEVNET),
      walletStateInit: init,
      publicKey: publicKey.toString('hex'),
    };
    return { event: 'connect', id: 1, payload: { items: [account, ...items], device: DEVICE } };
  }

  function proofFor(host: string, payload: string) {
    const timestamp = Math.floor(Date.now() / 1000);
    const { proof } = prove({ address: wallet.address, domain: host, timestamp, payload, secretKey });
    return { name: 'ton_proof', proof };
  }

  async function send({ messages, valid_until: validUntil, ...rest }: Transaction): Promise<string> {
    const rpc = async (method: string, params: object) => {
      const answer = await fetch(`${origin}/ton/api/v2/jsonRPC`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ id: 1, jsonrpc: '2.0', method, params }),
      });
      return ((await answer.json()) as { result: unknown }).result;
    };
    const state = await rpc('getAddressState', { address: wallet.address });
    const asked = await rpc('runGetMethod', { address: wallet.address, method: 'seqno', stack: [] });
    const seqno = state === 'active' ? Number((asked as { stack: [[string, string]] }).stack[0][1]) : 0;
    const body = (contract as WalletContractV4).createTransfer({
      seqno,
      secretKey,
      timeout: validUntil,
      sendMode: SendMode.PAY_GAS_SEPARATELY | SendMode.IGNORE_ERRORS,
      messages: messages.map(({ address, amount, payload }) =>
        internal({ to: Address.parse(address), value: BigInt(amount), body: Cell.fromBase64(payload) }),
      ),
    });
    const message = external({
      to: contract.address,
      ...(seqno === 0 && { init: loadStateInit(Cell.fromBase64(init).beginParse()) }),
      body,
    });
    const boc = beginCell().store(storeMessage(message)).endCell().toBoc().toString('base64');
    await rpc('sendBoc', { boc });
    wallet.sent.push({ messages, valid_until: validUntil, ...rest });
    return boc;
  }

  async function answer(asked: BridgeRequest): Promise<unknown> {
    if (asked.method === 'restore')
      return wallet.isConnected && wallet.mood !== 'forgetful' ? connected([]) : failed('connect_error', 100);
    if (asked.method === 'connect') {
      while (wallet.mood === 'undecided') await delay(20);
      if (wallet.mood === 'declines') return failed('connect_error', 300);
      wallet.isConnected = true;
      const payload = asked.items.find(({ name }) => name === 'ton_proof')?.payload;
      return connected(payload === undefined || wallet.mood === 'without proof' ? [] : [proofFor(asked.host, payload)]);
    }
    if (asked.method === 'disconnect') {
      wallet.isConnected = false;
      return null;
    }
    const { id } = asked;
    if (wallet.mood === 'declines') return { id, error: { code: 300, message: 'no' } };
    if (wallet.mood === 'broken') return { id, error: { code: 0, message: 'lost' } };
    const transaction: Transaction = JSON.parse(asked.params[0] as string);
    const messages = transaction.messages.slice(0, wallet.mood === 'careless' ? 1 : 4);
    const boc = await send({ ...transaction, messages });
    return wallet.mood === 'speechless' ? new Promise(() => {}) : { id, result: boc };
  }

  await context.exposeFunction('askPaperWallet', answer);
  await context.addInitScript(bridge, DEVICE);
  return wallet;
}

const DEVICE = {
  platform: 'browser',
  appName: 'paperwallet',
  appVersion: '1',
  maxProtocolVersion: 2,
  features: ['SendTransaction', { name: 'SendTransaction', maxMessages: 4 }],
};

/** Runs in the page and defines `window.paperwallet`. */
function bridge(deviceInfo: object): void {
  const page = globalThis as unknown as {
    askPaperWallet(asked: object): Promise<unknown>;
    location: { host: string };
    paperwallet: object;
  };
  const ask = (asked: object) => page.askPaperWallet(asked);
  page.paperwallet = {
    tonconnect: {
      deviceInfo,
      walletInfo: { name: 'Paper Wallet', app_name: 'paperwallet', image: '', about_url: '', platforms: ['chrome'] },
      protocolVersion: 2,
      isWalletBrowser: false,
      connect: (_: number, { items }: { items: object[] }) =>
        ask({ method: 'connect', host: page.location.host, items }),
      restoreConnection: () => ask({ method: 'restore' }),
      send: ({ id, method, params }: { id: string; method: string; params: string[] }) =>
        ask({ method: 'send', id, name: method, params }),
      listen: () => () => {},
      disconnect: () => void ask({ method: 'disconnect' }),
    },
  };
}
