// Gas of requests on our contracts: of all their transactions, from the sending W5 wallet to the last excess.
import { type SenderArguments, toNano } from '@ton/core';
import { setFeesBody } from '../../src/contracts/messages.ts';
import { Exchange, gasOf, type Person } from './exchange.ts';
import { w5Person } from './w5-person.ts';

export type GasRow = {
  readonly request: string;
  readonly gas: number;
  /** All fees together, in nanotons. */
  readonly fees: bigint;
  readonly transactions: number;
};

const AMOUNT = 10n ** 9n;

export async function gasTable(): Promise<readonly GasRow[]> {
  const exchange = await Exchange.open();
  const person = await w5Person(exchange);
  await exchange.provide(person, 10n ** 12n, 10n ** 12n);
  await exchange.provideTon(person, 10n ** 11n, 10n ** 12n);
  const pair = {
    walletA: exchange.walletOf(exchange.router, exchange.tokenA),
    walletB: exchange.walletOf(exchange.router, exchange.tokenB),
  };
  const fees = { lpFee: 20, protocolFee: 10, refFee: 10, feeAddress: exchange.admin.address };
  await exchange.send(exchange.admin, exchange.router, toNano('0.1'), setFeesBody(fees, pair));
  const rows: GasRow[] = [];
  for (const [request, build] of Object.entries(requests(exchange, person))) {
    const result = await person.send(await build());
    const { transactions } = result;
    const totalFees = transactions.reduce((sum, { totalFees }) => sum + totalFees.coins, 0n);
    rows.push({ request, gas: Number(gasOf(result)), fees: totalFees, transactions: transactions.length });
  }
  return rows;
}

function requests(exchange: Exchange, person: Person): Record<string, () => Promise<SenderArguments>> {
  const { sdkRouter: router, sdkPton: proxyTon, tokenA, tokenB } = exchange;
  const swap = { userWalletAddress: person.address, offerAmount: AMOUNT, minAskAmount: 1n };
  const tokens = { offerJettonAddress: tokenA, askJettonAddress: tokenB };
  const provide = { userWalletAddress: person.address, minLpOut: 1n };
  const half = (sendTokenAddress: typeof tokenA, otherTokenAddress: typeof tokenA, sendAmount: bigint) =>
    router.getProvideLiquidityJettonTxParams({ ...provide, sendTokenAddress, otherTokenAddress, sendAmount });
  const account = async () =>
    exchange.chain.openContract(await exchange.sdkPool().getLpAccount({ ownerAddress: person.address }));
  return {
    'swap jetton → jetton': () => router.getSwapJettonToJettonTxParams({ ...swap, ...tokens }),
    'swap TON → jetton': () => router.getSwapTonToJettonTxParams({ ...swap, proxyTon, askJettonAddress: tokenB }),
    'swap jetton → TON': () => router.getSwapJettonToTonTxParams({ ...swap, proxyTon, offerJettonAddress: tokenB }),
    'swap with a referrer': () =>
      router.getSwapJettonToJettonTxParams({ ...swap, ...tokens, referralAddress: exchange.admin.address }),
    'swap below its minimum': () =>
      router.getSwapJettonToJettonTxParams({ ...swap, ...tokens, minAskAmount: 10n ** 18n }),
    'liquidity, first half': () => half(tokenA, tokenB, AMOUNT),
    'liquidity, second half': () => half(tokenB, tokenA, 2n * AMOUNT),
    'burn of LP tokens': () => exchange.sdkPool().getBurnTxParams({ amount: AMOUNT, responseAddress: person.address }),
    refund_me: async () => {
      await person.send(await half(tokenA, tokenB, AMOUNT));
      return (await account()).getRefundTxParams();
    },
    collect_fees: () => exchange.sdkPool().getCollectFeeTxParams(),
  };
}
