// Messages that are invalid or from unauthorised senders change nothing: neither a contract's data nor anyone's tokens.
import { Address, type Builder, beginCell, type Cell, toNano } from '@ton/core';
import type { BlockchainSnapshot } from '@ton/sandbox';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addressOf, lpAccountInit } from '../../src/contracts/init.ts';
import { burnBody, transferBody } from '../../src/contracts/jetton.ts';
import { deployPtonWalletBody, lockBody, mintBody, setFeesBody, unlockBody } from '../../src/contracts/messages.ts';
import { JETTON, V1 } from '../../src/contracts/ops.ts';
import { messageFrom } from './alone/contract.ts';
import { Exchange, type Person } from './exchange.ts';

type Forged = {
  readonly from: Address;
  readonly to: Address;
  readonly body: Cell | Builder;
  readonly ton?: string;
};

let exchange: Exchange;
let alice: Person;
let mallory: Person;
let fresh: BlockchainSnapshot;
let known: readonly Address[];
/** Addresses of the exchange, as the table names them. */
let at: ReturnType<typeof places>;

beforeAll(async () => {
  exchange = await Exchange.open();
  alice = await exchange.person('alice');
  mallory = await exchange.person('mallory');
  await exchange.provide(alice, 10n ** 12n, 10n ** 12n);
  await exchange.provideTon(alice, 10n ** 10n, 10n ** 12n);
  await exchange.provide(mallory, 10n ** 9n, 10n ** 9n);
  // The LP account of each holds a staged amount, because the pool would mint too little for it.
  for (const person of [alice, mallory]) {
    await exchange.provideA(person, AMOUNT);
    await exchange.provideHalf(person, [exchange.tokenB, exchange.tokenA], AMOUNT, 10n ** 18n);
  }
  at = places();
  known = Object.values(at).filter((place) => !place.equals(mallory.address) && !place.equals(alice.address));
  fresh = exchange.chain.snapshot();
});

beforeEach(() => exchange.chain.loadFrom(fresh));

function places() {
  const { router, tokenA, tokenB, pton, admin } = exchange;
  const [pool, tonPool] = [exchange.poolOf(), exchange.poolOf(pton, tokenB)];
  return {
    ...{ router, tokenA, tokenB, pton, pool, tonPool, admin: admin.address },
    ...{ alice: alice.address, mallory: mallory.address },
    routerA: exchange.walletOf(router, tokenA),
    routerB: exchange.walletOf(router, tokenB),
    routerTon: exchange.walletOf(router, pton),
    aliceA: exchange.walletOf(alice.address, tokenA),
    malloryA: exchange.walletOf(mallory.address, tokenA),
    malloryB: exchange.walletOf(mallory.address, tokenB),
    aliceLp: exchange.walletOf(alice.address, pool),
    malloryLp: exchange.walletOf(mallory.address, pool),
    aliceAccount: addressOf(lpAccountInit({ user: alice.address, pool })),
    malloryAccount: addressOf(lpAccountInit({ user: mallory.address, pool })),
  };
}

/** The data of every contract of the exchange. */
async function holdings(): Promise<readonly (string | undefined)[]> {
  const contracts = await Promise.all(known.map((address) => exchange.chain.getContract(address)));
  return contracts.map(({ address, accountState }) =>
    accountState?.type === 'active' && !address.equals(exchange.admin.address)
      ? accountState.state.data?.hash().toString('hex')
      : undefined,
  );
}

async function deliver({ from, to, body, ton = '1' }: Forged): Promise<void> {
  const content = 'endCell' in body ? body.endCell() : body;
  await exchange.chain.sendMessage(messageFrom(from, to, toNano(ton), content));
}

const begin = (op: number) => beginCell().storeUint(op, 32).storeUint(0, 64);
const MASTERCHAIN = new Address(-1, Buffer.alloc(32, 1));
const AMOUNT = 1_000_000n;

const payTo = (owner: Address, wallet0: Address, wallet1: Address) =>
  begin(V1.payTo)
    .storeAddress(owner)
    .storeUint(0, 32)
    .storeBit(true)
    .storeRef(beginCell().storeCoins(AMOUNT).storeAddress(wallet0).storeCoins(AMOUNT).storeAddress(wallet1));

const notification = (payload: Cell) =>
  begin(JETTON.transferNotification).storeCoins(AMOUNT).storeAddress(at.mallory).storeMaybeRef(payload);

const internalTransfer = (from: Address) =>
  begin(JETTON.internalTransfer)
    .storeCoins(AMOUNT)
    .storeAddress(from)
    .storeAddress(at.mallory)
    .storeCoins(0)
    .storeBit(false);

const swapOf = (offerWallet: Address) =>
  begin(V1.swap)
    .storeAddress(at.mallory)
    .storeAddress(offerWallet)
    .storeCoins(AMOUNT)
    .storeCoins(0)
    .storeBit(false)
    .storeRef(beginCell().storeAddress(at.mallory));

const provideLp = () =>
  begin(V1.provideLp)
    .storeAddress(at.mallory)
    .storeCoins(1)
    .storeCoins(AMOUNT)
    .storeCoins(AMOUNT)
    .storeAddress(at.routerA);

const addLiquidity = (owner: Address) =>
  begin(V1.addLiquidity).storeCoins(AMOUNT).storeCoins(AMOUNT).storeCoins(1).storeAddress(owner);

const cbAddLiquidity = (user: Address) =>
  begin(V1.cbAddLiquidity).storeCoins(AMOUNT).storeCoins(AMOUNT).storeAddress(user).storeCoins(1);

const cbRefundMe = (user: Address) => begin(V1.cbRefundMe).storeCoins(AMOUNT).storeCoins(AMOUNT).storeAddress(user);

const directAdd = (amount: bigint) => begin(V1.directAddLiquidity).storeCoins(amount).storeCoins(amount).storeCoins(1);

const burnNotification = (owner: Address) =>
  begin(JETTON.burnNotification).storeCoins(AMOUNT).storeAddress(owner).storeAddress(at.mallory);

const poolFees = (feeAddress: Address) =>
  begin(V1.setFees).storeUint(0, 8).storeUint(100, 8).storeUint(0, 8).storeAddress(feeAddress);

const adminFees = (more: { readonly lpFee?: number; readonly feeAddress?: Address } = {}) =>
  setFeesBody(
    { lpFee: 1, protocolFee: 100, refFee: 0, feeAddress: at.mallory, ...more },
    { walletA: at.routerA, walletB: at.routerB },
  );

const transfer = (destination: Address, amount = AMOUNT) =>
  transferBody({ queryId: 0n, amount, destination, response: at.mallory, forwardTon: 0n });

const mint = (to: Address) => mintBody({ to, amount: AMOUNT, ton: toNano('0.05'), response: null });

const swapPayload = (askWallet: Address) =>
  beginCell()
    .storeUint(V1.swap, 32)
    .storeAddress(askWallet)
    .storeCoins(0)
    .storeAddress(at.mallory)
    .storeBit(false)
    .endCell();

const providePayload = (otherWallet: Address) =>
  beginCell().storeUint(V1.provideLp, 32).storeAddress(otherWallet).storeCoins(1).endCell();

const provideTon = (destination: Address) =>
  transferBody({
    queryId: 0n,
    amount: toNano('0.5'),
    destination,
    response: null,
    forwardTon: toNano('0.3'),
    forwardPayload: providePayload(at.routerB),
  });

const UPGRADES = [0xdf1e233d, 0x2fb94384, 0x357ccc67, 0xa4ed9981, 0x6378509f];

const ROUTER: Record<string, () => Forged> = {
  'pay_to from anyone': () => ({ from: at.mallory, to: at.router, body: payTo(at.mallory, at.routerA, at.routerB) }),
  'pay_to in the other order': () => ({
    from: at.mallory,
    to: at.router,
    body: payTo(at.mallory, at.routerB, at.routerA),
  }),
  'pay_to from the pool of another pair': () => ({
    from: at.tonPool,
    to: at.router,
    body: payTo(at.mallory, at.routerA, at.routerB),
  }),
  'pay_to of one wallet twice': () => ({
    from: at.pool,
    to: at.router,
    body: payTo(at.mallory, at.routerA, at.routerA),
  }),
  'pay_to from an LP account': () => ({
    from: at.malloryAccount,
    to: at.router,
    body: payTo(at.mallory, at.routerA, at.routerB),
  }),
  'a notification of tokens that do not exist, to swap them': () => ({
    from: at.mallory,
    to: at.router,
    body: notification(swapPayload(at.routerB)),
  }),
  'a notification of tokens that do not exist, to provide them': () => ({
    from: at.mallory,
    to: at.router,
    body: notification(providePayload(at.routerB)),
  }),
  'set_fees from anyone': () => ({ from: at.mallory, to: at.router, body: adminFees() }),
  'set_fees above 1 %': () => ({ from: at.admin, to: at.router, body: adminFees({ lpFee: 101 }) }),
  'set_fees with a fee address on the masterchain': () => ({
    from: at.admin,
    to: at.router,
    body: adminFees({ feeAddress: MASTERCHAIN }),
  }),
  'lock from anyone': () => ({ from: at.mallory, to: at.router, body: lockBody() }),
  'lock from a pool': () => ({ from: at.pool, to: at.router, body: lockBody() }),
  'collect_fees, which pools take': () => ({ from: at.admin, to: at.router, body: begin(V1.collectFees) }),
  ...Object.fromEntries(
    UPGRADES.map((op) => [`upgrade ${op.toString(16)}`, () => ({ from: at.admin, to: at.router, body: begin(op) })]),
  ),
};

const POOL: Record<string, () => Forged> = {
  'swap from anyone': () => ({ from: at.mallory, to: at.pool, body: swapOf(at.routerA) }),
  'swap from a wallet of the router': () => ({ from: at.routerA, to: at.pool, body: swapOf(at.routerA) }),
  'provide_lp from anyone': () => ({ from: at.mallory, to: at.pool, body: provideLp() }),
  'set_fees from anyone': () => ({ from: at.mallory, to: at.pool, body: poolFees(at.mallory) }),
  'set_fees from the admin, past the router': () => ({ from: at.admin, to: at.pool, body: poolFees(at.admin) }),
  'cb_add_liquidity from the user': () => ({ from: at.mallory, to: at.pool, body: cbAddLiquidity(at.mallory) }),
  'cb_add_liquidity from the account of another': () => ({
    from: at.malloryAccount,
    to: at.pool,
    body: cbAddLiquidity(at.alice),
  }),
  'cb_refund_me from the user': () => ({ from: at.mallory, to: at.pool, body: cbRefundMe(at.mallory) }),
  'cb_refund_me from the account of another': () => ({
    from: at.malloryAccount,
    to: at.pool,
    body: cbRefundMe(at.alice),
  }),
  'burn_notification from the owner': () => ({ from: at.mallory, to: at.pool, body: burnNotification(at.mallory) }),
  'burn_notification from the wallet of another': () => ({
    from: at.malloryLp,
    to: at.pool,
    body: burnNotification(at.alice),
  }),
  'burn_notification from a wallet of another token': () => ({
    from: at.malloryA,
    to: at.pool,
    body: burnNotification(at.mallory),
  }),
  'collect_fees without a fee address': () => ({ from: at.mallory, to: at.pool, body: begin(V1.collectFees) }),
  pay_to: () => ({ from: at.router, to: at.pool, body: payTo(at.mallory, at.routerA, at.routerB) }),
  reset_gas: () => ({ from: at.mallory, to: at.pool, body: begin(V1.resetGas) }),
};

const LP_ACCOUNT: Record<string, () => Forged> = {
  'add_liquidity from anyone': () => ({ from: at.mallory, to: at.malloryAccount, body: addLiquidity(at.mallory) }),
  'add_liquidity from its user': () => ({ from: at.alice, to: at.aliceAccount, body: addLiquidity(at.alice) }),
  'add_liquidity from the router': () => ({ from: at.router, to: at.aliceAccount, body: addLiquidity(at.alice) }),
  'add_liquidity from another pool': () => ({ from: at.tonPool, to: at.aliceAccount, body: addLiquidity(at.alice) }),
  'refund_me of another': () => ({ from: at.mallory, to: at.aliceAccount, body: begin(V1.refundMe) }),
  'refund_me from the pool': () => ({ from: at.pool, to: at.aliceAccount, body: begin(V1.refundMe) }),
  'refund_me with too little TON': () => ({
    from: at.alice,
    to: at.aliceAccount,
    body: begin(V1.refundMe),
    ton: '0.149',
  }),
  'direct_add_liquidity of another': () => ({ from: at.mallory, to: at.aliceAccount, body: directAdd(AMOUNT) }),
  'direct_add_liquidity of more than there is': () => ({
    from: at.alice,
    to: at.aliceAccount,
    body: directAdd(AMOUNT + 1n),
  }),
  'direct_add_liquidity of nothing': () => ({ from: at.alice, to: at.aliceAccount, body: directAdd(0n) }),
};

const WALLETS: Record<string, () => Forged> = {
  'transfer from the wallet of another': () => ({ from: at.mallory, to: at.aliceA, body: transfer(at.mallory) }),
  'transfer from the wallet of the router': () => ({ from: at.mallory, to: at.routerA, body: transfer(at.mallory) }),
  'transfer from the wallet of the router, by a pool': () => ({
    from: at.pool,
    to: at.routerA,
    body: transfer(at.mallory),
  }),
  'transfer of more than there is': () => ({ from: at.alice, to: at.aliceA, body: transfer(at.mallory, 10n ** 19n) }),
  'transfer to the masterchain': () => ({ from: at.alice, to: at.aliceA, body: transfer(MASTERCHAIN) }),
  'transfer with too little TON': () => ({ from: at.alice, to: at.aliceA, body: transfer(at.mallory), ton: '0.005' }),
  'internal_transfer from its owner': () => ({ from: at.mallory, to: at.malloryA, body: internalTransfer(at.mallory) }),
  'internal_transfer in the name of another': () => ({
    from: at.mallory,
    to: at.malloryA,
    body: internalTransfer(at.alice),
  }),
  'internal_transfer from a wallet of another token': () => ({
    from: at.malloryB,
    to: at.aliceA,
    body: internalTransfer(at.mallory),
  }),
  'internal_transfer from a minter of another token': () => ({
    from: at.tokenB,
    to: at.malloryA,
    body: internalTransfer(at.mallory),
  }),
  'burn of another': () => ({
    from: at.mallory,
    to: at.aliceLp,
    body: burnBody({ queryId: 0n, amount: AMOUNT, response: at.mallory }),
  }),
  'burn with too little TON': () => ({
    from: at.alice,
    to: at.aliceLp,
    body: burnBody({ queryId: 0n, amount: AMOUNT, response: at.alice }),
    ton: '0.1',
  }),
  'mint by anyone': () => ({ from: at.mallory, to: at.tokenA, body: mint(at.mallory) }),
  'mint to the masterchain': () => ({ from: at.admin, to: at.tokenA, body: mint(MASTERCHAIN) }),
  'mint of something that is no transfer': () => ({
    from: at.admin,
    to: at.tokenA,
    body: begin(0x15)
      .storeAddress(at.mallory)
      .storeCoins(toNano('0.05'))
      .storeRef(begin(JETTON.burn).storeCoins(AMOUNT)),
  }),
  'burn_notification to the minter from anyone': () => ({
    from: at.mallory,
    to: at.tokenA,
    body: burnNotification(at.mallory),
  }),
  'TON in for another account than the owner': () => ({
    from: at.mallory,
    to: at.routerTon,
    body: provideTon(at.mallory),
  }),
  'less TON in than the message claims': () => ({
    from: at.mallory,
    to: at.routerTon,
    body: transfer(at.router, toNano('1.000000001')),
  }),
  'TON in with nothing for gas': () => ({ from: at.mallory, to: at.routerTon, body: transfer(at.router, toNano(1)) }),
  'a wallet for TON on the masterchain': () => ({
    from: at.mallory,
    to: at.pton,
    body: deployPtonWalletBody(MASTERCHAIN),
  }),
};

describe.each([
  ['router', ROUTER],
  ['pool', POOL],
  ['LP account', LP_ACCOUNT],
  ['wallets and minters', WALLETS],
])('a forged or invalid message to the %s changes nothing', (_, table) => {
  test.each(Object.entries(table))('%s', async (_, forged) => {
    const before = await holdings();
    const malloryA = await exchange.balance(at.mallory, at.tokenA);
    await deliver(forged());
    expect(await holdings()).toEqual(before);
    expect(await exchange.balance(at.mallory, at.tokenA)).toBe(malloryA);
  });
});

test('such messages from authorised senders do change something, so that the tables prove something', async () => {
  const { token0WalletAddress, token1WalletAddress } = await exchange.sdkPool().getPoolData();
  const allowed: readonly Forged[] = [
    { from: at.pool, to: at.router, body: payTo(at.mallory, token0WalletAddress, token1WalletAddress) },
    { from: at.admin, to: at.router, body: adminFees() },
    { from: at.admin, to: at.router, body: lockBody() },
    { from: at.router, to: at.pool, body: swapOf(at.routerA) },
    { from: at.malloryAccount, to: at.pool, body: cbAddLiquidity(at.mallory) },
    { from: at.malloryLp, to: at.pool, body: burnNotification(at.mallory) },
    { from: at.pool, to: at.aliceAccount, body: addLiquidity(at.alice) },
    { from: at.alice, to: at.aliceAccount, body: begin(V1.refundMe) },
    { from: at.alice, to: at.aliceA, body: transfer(at.mallory) },
    { from: at.malloryA, to: at.aliceA, body: internalTransfer(at.mallory) },
    { from: at.admin, to: at.tokenA, body: mint(at.mallory) },
    { from: at.mallory, to: at.routerTon, body: provideTon(at.router) },
  ];
  for (const message of allowed) {
    await exchange.chain.loadFrom(fresh);
    const before = await holdings();
    await deliver(message);
    expect(await holdings(), `${message.to}`).not.toEqual(before);
  }
});

test('only the admin can unlock the router', async () => {
  await deliver({ from: at.admin, to: at.router, body: lockBody() });
  await deliver({ from: at.mallory, to: at.router, body: unlockBody() });
  expect((await exchange.sdkRouter.getRouterData()).isLocked).toBe(true);
  await deliver({ from: at.admin, to: at.router, body: unlockBody() });
  expect((await exchange.sdkRouter.getRouterData()).isLocked).toBe(false);
});
