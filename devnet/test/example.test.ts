import { DEX, pTON } from '@ston-fi/sdk';
import { keyPairFromSeed } from '@ton/crypto';
import { JettonMaster, JettonWallet, TonClient, toNano, WalletContractV5R1 } from '@ton/ton';
import { expect, test } from 'vitest';
import { startDevnet } from '../src/index.ts';

test('10 TON buy at least 24 USDT', async () => {
  const devnet = await startDevnet();
  const { network, router, pton } = devnet.info;
  const client = new TonClient({ endpoint: devnet.url });
  const { publicKey, secretKey } = keyPairFromSeed(Buffer.alloc(32, 1));
  const wallet = client.open(WalletContractV5R1.create({ publicKey, walletId: { networkGlobalId: network } }));
  await devnet.faucet(wallet.address, toNano('100'));

  const usdt = client.open(JettonMaster.create(devnet.token('USDT')));
  await client.open(DEX.v1.Router.create(router)).sendSwapTonToJetton(wallet.sender(secretKey), {
    userWalletAddress: wallet.address,
    proxyTon: pTON.v1.create(pton),
    offerAmount: toNano('10'),
    askJettonAddress: usdt.address,
    minAskAmount: 24_000_000n,
  });

  const received = client.open(JettonWallet.create(await usdt.getWalletAddress(wallet.address)));
  expect(await received.getBalance()).toBeGreaterThanOrEqual(24_000_000n);
  await devnet.close();
});
