// Every message equals, byte for byte, what STON.fi's SDK would send, for any addresses and amounts.
import { DEX, pTON } from '@ston-fi/sdk';
import {
  Address,
  beginCell,
  type Cell,
  type Contract,
  type ContractProvider,
  openContract,
  type SenderArguments,
  TupleReader,
} from '@ton/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyAmount } from '../../../test/arbitraries.ts';
import { type OfferedToken, type OutMessage, referrerOf, type SwapTerms, type WantedToken } from './dialect.ts';
import { stonfiV1 } from './stonfi-v1.ts';
import { stonfiV2 } from './stonfi-v2.ts';

const anyAddress = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((hash) => new Address(0, Buffer.from(hash)));
const anyTerms = fc.record({
  ...{ router: anyAddress, user: anyAddress, pton: anyAddress, tokenA: anyAddress, tokenB: anyAddress },
  ...{ referrer: fc.option(anyAddress, { nil: undefined }) },
  ...{ amount: anyAmount({ min: 1n }), least: anyAmount({ min: 1n }) },
  ...{ queryId: fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }), deadlineS: fc.integer({ min: 1, max: 2 ** 32 }) },
});
type Terms = typeof anyTerms extends fc.Arbitrary<infer T> ? T : never;

/** Jetton wallets of an arbitrary minter: the address depends on the minter and the owner. */
const walletOf = (minter: Address, owner: Address): Address =>
  new Address(0, beginCell().storeAddress(minter).storeAddress(owner).endCell().hash());

/** The chain as the SDK reads it, which asks only for addresses of wallets. */
function provider(minter: Address): ContractProvider {
  return {
    open: <T extends Contract>(contract: T) => openContract(contract, ({ address }) => provider(address)),
    get: async (method: string, [owner]: readonly [{ readonly cell: Cell }]) => {
      expect(method).toBe('get_wallet_address');
      const wallet = walletOf(minter, owner.cell.beginParse().loadAddress());
      const cell = beginCell().storeAddress(wallet).endCell();
      return { stack: new TupleReader([{ type: 'cell', cell }]) };
    },
  } as unknown as ContractProvider;
}

type Way = { readonly from: 'ton' | 'jetton'; readonly to: 'ton' | 'jetton' };
const WAYS: readonly Way[] = [
  { from: 'jetton', to: 'jetton' },
  { from: 'jetton', to: 'ton' },
  { from: 'ton', to: 'jetton' },
];
const offerOf = (terms: Terms, from: Way['from']): OfferedToken =>
  from === 'ton'
    ? { kind: 'ton', routerWallet: walletOf(terms.pton, terms.router) }
    : { kind: 'jetton', userWallet: walletOf(terms.tokenA, terms.user) };
const askOf = (terms: Terms, kind: Way['to']): WantedToken => ({
  kind,
  routerWallet: walletOf(kind === 'ton' ? terms.pton : terms.tokenB, terms.router),
});

function same(ours: OutMessage, theirs: SenderArguments): void {
  expect({ to: ours.to.toString(), value: ours.value, body: ours.body.toBoc().toString('hex') }).toEqual({
    to: theirs.to.toString(),
    value: theirs.value,
    body: theirs.body?.toBoc().toString('hex'),
  });
}
const each = (check: (terms: Terms) => Promise<void>) => fc.assert(fc.asyncProperty(anyTerms, check), { numRuns: 60 });

const VERSIONS = {
  'version 1': {
    dialect: stonfiV1,
    open: ({ router, pton }: Terms) => ({
      router: provider(router).open(DEX.v1.Router.create(router)),
      proxyTon: pTON.v1.create(pton),
    }),
    lpAccount: (address: Address) => provider(address).open(DEX.v1.LpAccount.create(address)),
    // A version 1 pool pays only if the output exceeds its minimum, so that the message has one less.
    minAskAmount: (least: bigint) => least - 1n,
  },
  'version 2.2': {
    dialect: stonfiV2,
    open: ({ router, pton }: Terms) => ({
      router: provider(router).open(DEX.v2_2.Router.CPI.create(router)),
      proxyTon: pTON.v2_1.create(pton),
    }),
    lpAccount: (address: Address) => provider(address).open(DEX.v2_2.LpAccount.create(address)),
    minAskAmount: (least: bigint) => least,
  },
};

describe.each(Object.entries(VERSIONS))('%s', (_, { dialect, open, lpAccount, minAskAmount }) => {
  test.each(WAYS)('a swap from $from to $to, with or without a referrer, equals the SDK’s', ({ from, to }) =>
    each(async (terms) => {
      const { router, proxyTon } = open(terms);
      const { user, referrer, amount, least, queryId, deadlineS } = terms;
      const shared = {
        ...{ userWalletAddress: user, offerAmount: amount, minAskAmount: minAskAmount(least), queryId },
        ...{ deadline: deadlineS, ...(referrer && { referralAddress: referrer }) },
        ...{ offerJettonAddress: terms.tokenA, askJettonAddress: terms.tokenB, proxyTon: proxyTon as never },
      };
      const theirs =
        from === 'ton'
          ? await router.getSwapTonToJettonTxParams(shared)
          : to === 'ton'
            ? await router.getSwapJettonToTonTxParams(shared)
            : await router.getSwapJettonToJettonTxParams(shared);
      const ours = dialect.swap({
        ...{ router: terms.router, user, queryId, amount, minReceived: least, deadlineS: BigInt(deadlineS) },
        ...{ offer: offerOf(terms, from), ask: askOf(terms, to), ...(referrer && { referrer }) },
      });
      same(ours, theirs);
    }),
  );

  test.each(['jetton', 'ton'] as const)('the message with one half of liquidity, in %s, equals the SDK’s', (from) =>
    each(async (terms) => {
      const { router, proxyTon } = open(terms);
      const { user, amount, least, queryId, deadlineS } = terms;
      const shared = {
        ...{ userWalletAddress: user, sendAmount: amount, minLpOut: least, queryId, deadline: deadlineS },
        ...{ sendTokenAddress: terms.tokenA, otherTokenAddress: terms.tokenB },
        proxyTon: proxyTon as never,
      };
      const theirs =
        from === 'ton'
          ? await router.getProvideLiquidityTonTxParams(shared)
          : await router.getProvideLiquidityJettonTxParams(shared);
      const ours = dialect.provide({
        ...{ router: terms.router, user, queryId, amount, minLp: least, deadlineS: BigInt(deadlineS) },
        ...{ offer: offerOf(terms, from), otherRouterWallet: walletOf(terms.tokenB, terms.router) },
      });
      same(ours, theirs);
    }),
  );

  test('refund_me equals the SDK’s, and so does reset_gas apart from its TON', () =>
    each(async ({ tokenA: address, queryId }) => {
      const account = lpAccount(address);
      same(dialect.refundMe({ lpAccount: address, queryId }), await account.getRefundTxParams({ queryId }));
      const left = dialect.resetGas?.({ lpAccount: address, queryId });
      if (left) same({ ...left, value: 300_000_000n }, await account.getResetGasTxParams({ queryId }));
    }));
});

test('a burn equals the SDK’s; only version 1 names the address for excess TON', () =>
  each(async ({ tokenA: pool, user, amount, queryId }) => {
    const ours = { lpWallet: walletOf(pool, user), user, queryId, amount };
    const v1 = provider(pool).open(DEX.v1.Pool.create(pool));
    same(stonfiV1.burn(ours), await v1.getBurnTxParams({ amount, responseAddress: user, queryId }));
    const v2 = provider(pool).open(DEX.v2_2.Pool.CPI.create(pool));
    same(stonfiV2.burn(ours), await v2.getBurnTxParams({ amount, userWalletAddress: user, queryId }));
  }));

test('a minimum of 0 stays 0 on version 1, and the zero address as referrer means none', () => {
  const zero = new Address(0, Buffer.alloc(32));
  const terms: SwapTerms = {
    ...{ router: zero, user: zero, queryId: 0n, amount: 1n, minReceived: 0n, deadlineS: 0n, referrer: zero },
    ...{ offer: { kind: 'jetton', userWallet: zero }, ask: { kind: 'jetton', routerWallet: zero } },
  };
  const payload = stonfiV1.swap(terms).body.refs[0]?.beginParse();
  payload?.skip(32);
  payload?.loadAddress();
  expect(payload?.loadCoins()).toBe(0n);
  expect(referrerOf(terms)).toBeNull();
});
