// An app of STON.fi: simulates with @ston-fi/api, builds with @ston-fi/sdk, both unmodified, and sends with a wallet of @ton/ton.
import { StonApiClient } from '@ston-fi/api';
import { dexFactory } from '@ston-fi/sdk';
import { internal, type SenderArguments } from '@ton/core';
import { TonClient } from '@ton/ton';
import { expect } from 'vitest';
import { openWallet } from './devnet.ts';

export type Simulation = Awaited<ReturnType<StonApiClient['simulateSwap']>>;

type Published = Parameters<typeof openWallet>[0]['published'] & { readonly endpoint: string };

export async function openApp(baseURL: string, published: Published) {
  const api = new StonApiClient({ baseURL });
  const client = new TonClient({ endpoint: published.endpoint, timeout: 100_000 });
  const wallet = await openWallet({ client, published } as never, published.faucet.mnemonic);
  const address = wallet.address.toString({ bounceable: false });
  const send = (...orders: SenderArguments[]) =>
    wallet.send(...orders.map(({ to, value, body, init }) => internal({ to, value, ...{ body, init } })));

  /** Rises by exactly what the pool pays to traders: a protocol fee only moves from the reserve to the collected fees. */
  async function paidOut(poolAddress: string, token: string): Promise<bigint> {
    const pool = await api.getPool(poolAddress);
    return pool.token0Address === token
      ? -BigInt(pool.reserve0) - BigInt(pool.collectedToken0ProtocolFee)
      : -BigInt(pool.reserve1) - BigInt(pool.collectedToken1ProtocolFee);
  }

  return {
    api,
    address,
    send,
    /** Swaps as STON.fi's guide says, and returns what the pool has paid. */
    async swap(simulation: Simulation): Promise<bigint> {
      const { offerAddress, askAddress, offerUnits: offerAmount, minAskUnits: minAskAmount, router: info } = simulation;
      const contracts = dexFactory(info);
      const router = client.open(contracts.Router.create(info.address));
      const proxyTon = contracts.pTON.create(info.ptonMasterAddress);
      const isTon = async (of: string) => (await api.getAsset(of)).kind === 'Ton';
      const gas = { gasAmount: simulation.gasParams.gasBudget, forwardGasAmount: simulation.gasParams.forwardGas };
      const order = { userWalletAddress: address, offerAmount, minAskAmount, ...gas } as never;
      const [askJettonAddress, offerJettonAddress] = [askAddress, offerAddress];
      const before = await paidOut(simulation.poolAddress, askAddress);
      await send(
        (await isTon(offerAddress))
          ? await router.getSwapTonToJettonTxParams({ ...(order as object), proxyTon, askJettonAddress } as never)
          : (await isTon(askAddress))
            ? await router.getSwapJettonToTonTxParams({ ...(order as object), proxyTon, offerJettonAddress } as never)
            : await router.getSwapJettonToJettonTxParams({
                ...(order as object),
                ...{ offerJettonAddress, askJettonAddress },
              } as never),
      );
      await expect.poll(() => paidOut(simulation.poolAddress, askAddress), { timeout: 60_000 }).not.toBe(before);
      return (await paidOut(simulation.poolAddress, askAddress)) - before;
    },
    /** Provides liquidity as STON.fi's guide says. */
    async provide(simulation: Awaited<ReturnType<StonApiClient['simulateLiquidityProvision']>>): Promise<void> {
      const { tokenA, tokenB, tokenAUnits, tokenBUnits, minLpUnits: minLpOut, router: info } = simulation;
      const contracts = dexFactory(info);
      const router = client.open(contracts.Router.create(info.address));
      const half = (sendTokenAddress: string, otherTokenAddress: string, sendAmount: string) => {
        const terms = { userWalletAddress: address, sendTokenAddress, otherTokenAddress, sendAmount, minLpOut };
        return router.getProvideLiquidityJettonTxParams(terms as never);
      };
      await send(await half(tokenA, tokenB, tokenAUnits), await half(tokenB, tokenA, tokenBUnits));
    },
  };
}
