// A wallet that proves itself, implemented with @ton/ton and @ton/crypto and without our own code.
import { beginCell, type Cell, type StateInit, storeStateInit } from '@ton/core';
import { type KeyPair, keyPairFromSeed, sha256_sync, sign } from '@ton/crypto';
import * as ton from '@ton/ton';
import type { ProofReply } from '../../../src/ton/proof/check.ts';

export const DOMAIN = 'pond.example';
export const NOW_MS = 1_790_000_000_000;
export const keys: KeyPair = keyPairFromSeed(Buffer.alloc(32, 7));
export const otherKeys: KeyPair = keyPairFromSeed(Buffer.alloc(32, 8));

const made = { workchain: 0, publicKey: keys.publicKey };

export const WALLETS = {
  v1r1: ton.WalletContractV1R1.create(made),
  v1r2: ton.WalletContractV1R2.create(made),
  v1r3: ton.WalletContractV1R3.create(made),
  v2r1: ton.WalletContractV2R1.create(made),
  v2r2: ton.WalletContractV2R2.create(made),
  v3r1: ton.WalletContractV3R1.create(made),
  v3r2: ton.WalletContractV3R2.create(made),
  v4r2: ton.WalletContractV4.create(made),
  v5beta: ton.WalletContractV5Beta.create({ publicKey: keys.publicKey }),
  v5r1: ton.WalletContractV5R1.create(made),
} as const;
export type Wallet = (typeof WALLETS)[keyof typeof WALLETS];

export const initCell = (init: StateInit): Cell => beginCell().store(storeStateInit(init)).endCell();
export const bocOf = (cell: Cell): string => cell.toBoc().toString('base64');

export type Signing = {
  readonly address: string;
  readonly init?: string;
  readonly domain?: string;
  readonly timestamp?: number;
  readonly payload?: string;
  readonly secretKey?: Buffer;
};

/** Signs as TON Connect prescribes: implemented a second time, from its specification. */
export function prove({ address, init, domain = DOMAIN, timestamp = NOW_MS / 1000, ...rest }: Signing): ProofReply {
  const [workchain = '', hex = ''] = ton.Address.parse(address).toRawString().split(':');
  const payload = rest.payload ?? 'payload';
  const bytes = new DataView(new ArrayBuffer(16));
  bytes.setInt32(0, Number(workchain), false);
  bytes.setUint32(4, Buffer.byteLength(domain), true);
  bytes.setBigUint64(8, BigInt(timestamp), true);
  const at = (from: number, to: number) => Buffer.from(bytes.buffer).subarray(from, to).toString('hex');
  const text = (words: string) => Buffer.from(words).toString('hex');
  const item = [text('ton-proof-item-v2/'), at(0, 4), hex, at(4, 8), text(domain), at(8, 16), text(payload)];
  const inner = sha256_sync(Buffer.from(item.join(''), 'hex')).toString('hex');
  const hash = sha256_sync(Buffer.from(`ffff${text('ton-connect')}${inner}`, 'hex'));
  return {
    address,
    ...(init !== undefined && { walletStateInit: init }),
    proof: {
      timestamp,
      domain: { lengthBytes: Buffer.byteLength(domain), value: domain },
      signature: sign(hash, rest.secretKey ?? keys.secretKey).toString('base64'),
      payload,
    },
  };
}

export const proofOf = (wallet: Wallet, signing: Partial<Signing> = {}): ProofReply =>
  prove({ address: wallet.address.toRawString(), init: bocOf(initCell(wallet.init)), ...signing });
