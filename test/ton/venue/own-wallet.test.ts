// Messages that an owner's own wallet signs: built, signed, sent to a devnet, followed. One devnet: 7 s of CPU.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Address, Cell, internal } from '@ton/core';
import { keyPairFromSeed } from '@ton/crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { externalBoc, firstWalletId, messageCell, signedBody, walletV5 } from '#devnet/contracts/wallet-v5';
import { DEVNET_ID } from '#devnet/network';
import { type Account, type Amount, amount, ppm } from '../../../src/core/amount.ts';
import type { Unsigned } from '../../../src/ports/venue/chain.ts';
import { NotOnThisVenue } from '../../../src/ports/venue.ts';
import { type PaperTon, paperTon } from './paper-ton.ts';

const folder = mkdtempSync(join(tmpdir(), 'millpond-ton-'));
const { publicKey, secretKey } = keyPairFromSeed(Buffer.alloc(32, 5));
const wallet = walletV5(publicKey, firstWalletId(DEVNET_ID));
const owner = wallet.address.toString() as Account;
let on: PaperTon;
let seqno = 0;

beforeAll(async () => {
  on = await paperTon(folder);
  await on.fund(owner, { TON: '100', USDT: '1000', STON: '1000' });
});

afterAll(async () => {
  await on.stop();
  rmSync(folder, { recursive: true });
});

async function signAndSend({ messages, validUntilS }: Pick<Unsigned, 'messages' | 'validUntilS'>): Promise<void> {
  const cells = messages.map(({ address, amount: value, payload }) =>
    messageCell(internal({ to: Address.parse(address), value: BigInt(value), body: Cell.fromBase64(payload) })),
  );
  const body = signedBody(wallet, { secretKey, seqno, validUntilS, messages: cells });
  await on.dex.chain.send(externalBoc(wallet, body, { deploys: seqno === 0 }));
  seqno += 1;
}

test('a swap is built, signed by its owner, and followed to its end', async () => {
  const pair = { tokenA: on.token('STON'), tokenB: on.token('USDT') };
  const built = await on.venue.wallets.build({ kind: 'swap', account: owner, ...pair, amountA: amount(10n ** 9n) });
  const [message] = built.messages as readonly [Unsigned['messages'][number]];
  const followed = () =>
    on.venue.wallets.follow({ account: owner, kind: 'swap', bodyHashes: [message.bodyHash], ...pair });
  expect(await followed()).toEqual({ status: 'pending' });
  await signAndSend(built);
  await expect.poll(followed).toMatchObject({
    status: 'completed',
    amounts: [0n, built.receipt.kind === 'swap' && built.receipt.amountB],
    transactionHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    networkFeeNano: expect.any(BigInt),
  });
});

test.each([
  ['STON', 'USDT', 10n ** 9n],
  ['TON', 'USDT', 3n * 10n ** 9n],
  ['USDT', 'TON', 5_000_000n],
])('the reported cost of a swap of %s for %s is exactly what the wallet lost', async (from, to, units) => {
  const pair = { tokenA: on.token(from), tokenB: on.token(to) };
  const held = async () => (await on.venue.wallets.wallet(owner)).balanceNano;
  const before = await held();
  const built = await on.venue.wallets.build({ kind: 'swap', account: owner, ...pair, amountA: amount(units) });
  await signAndSend(built);
  const bodyHashes = built.messages.map(({ bodyHash }) => bodyHash);
  const follow = () => on.venue.wallets.follow({ account: owner, kind: 'swap', bodyHashes, ...pair });
  await expect.poll(follow).toMatchObject({ status: 'completed' });
  const followed = await follow();
  const received = 'amounts' in followed ? (followed.amounts?.[1] ?? 0n) : 0n;
  const moved = from === 'TON' ? units : to === 'TON' ? -received : 0n;
  await expect.poll(async () => before - (await held()) - moved).toBe(followed.tonSpentNano);
});

test('a swap is found although strangers sent hundreds of later messages to its wallet', async () => {
  const pair = { tokenA: on.token('STON'), tokenB: on.token('USDT') };
  const built = await on.venue.wallets.build({ kind: 'swap', account: owner, ...pair, amountA: amount(10n ** 9n) });
  await signAndSend(built);
  const stranger = walletV5(publicKey, firstWalletId(DEVNET_ID) + 1);
  await on.fund(stranger.address.toString() as Account, { TON: '10' });
  const dust = messageCell(internal({ to: wallet.address, value: 1000n, bounce: false }));
  const { timeS } = await on.dex.chain.head();
  for (const [seqnoOfStranger, count] of [250, 200].entries()) {
    const request = { seqno: seqnoOfStranger, validUntilS: timeS + 60, messages: Array(count).fill(dust) };
    const body = signedBody(stranger, { secretKey, ...request });
    await on.dex.chain.send(externalBoc(stranger, body, { deploys: seqnoOfStranger === 0 }));
  }
  const bodyHashes = built.messages.map(({ bodyHash }) => bodyHash);
  // The first call reads 400 transactions, the next one continues.
  const { venue } = await on.another();
  const { validUntilS } = built;
  const follow = () => venue.wallets.follow({ account: owner, kind: 'swap', bodyHashes, validUntilS, ...pair });
  expect([await follow(), await follow()]).toMatchObject([{ status: 'pending' }, { status: 'completed' }]);
});

test('a swap fails if the price has moved before it is signed, and its offer comes back', async () => {
  const pair = { tokenA: on.token('STON'), tokenB: on.token('USDT') };
  const swap = { kind: 'swap', account: owner, ...pair, amountA: amount(10n ** 11n) } as const;
  const { receipt } = await on.venue.wallets.build(swap);
  const minReceived = amount(receipt.kind === 'swap' ? receipt.amountB : 0n);
  const late = await on.venue.wallets.build({ ...swap, minReceived });
  await signAndSend(await on.venue.wallets.build(swap));
  const before = await on.venue.balancesNamed(owner, [pair.tokenA]);
  await signAndSend(late);
  const [message] = late.messages as readonly [Unsigned['messages'][number]];
  await expect
    .poll(() => on.venue.wallets.follow({ account: owner, kind: 'swap', bodyHashes: [message.bodyHash], ...pair }))
    .toMatchObject({
      status: 'failed',
      reason: 'the pool would have paid less than the minimum; what was offered came back',
    });
  expect(await on.venue.balancesNamed(owner, [pair.tokenA])).toEqual(before);
});

test('liquidity is provided and withdrawn by its owner', async () => {
  const pair = { tokenA: on.token('TON'), tokenB: on.token('USDT') };
  const offer = { amountA: amount(10n ** 10n), amountB: amount(25_000_000n) };
  const provided = await on.venue.wallets.build({ kind: 'provide', account: owner, ...pair, ...offer });
  expect(provided.messages).toHaveLength(2);
  const hashes = ({ messages }: Pick<Unsigned, 'messages'>) => messages.map(({ bodyHash }) => bodyHash);
  const follow = (kind: 'provide' | 'refund', built: Pick<Unsigned, 'messages'>) => () =>
    on.venue.wallets.follow({ account: owner, kind, bodyHashes: hashes(built), ...pair });
  await signAndSend(provided);
  const minted = provided.receipt.kind === 'provide' && provided.receipt.lpTokens;
  await expect.poll(follow('provide', provided)).toMatchObject({ status: 'completed', lpTokens: minted });
  const lpTokens = async () => (await on.venue.position(owner, pair.tokenA, pair.tokenB)).lpTokens;
  await expect.poll(lpTokens).toBe(provided.receipt.kind === 'provide' && provided.receipt.lpTokens);
  const withdrawn = await on.venue.wallets.build({ kind: 'refund', account: owner, ...pair });
  await signAndSend(withdrawn);
  const { amountA, amountB } = withdrawn.receipt as { amountA: Amount; amountB: Amount };
  await expect
    .poll(follow('refund', withdrawn))
    .toMatchObject({ status: 'completed', amounts: [amountA, amountB], networkFeeNano: expect.any(BigInt) });
  expect(await lpTokens()).toBe(0n);
});

test('liquidity that a pool does not accept stays in the LP account, and its owner takes it back', async () => {
  const pair = { tokenA: on.token('STON'), tokenB: on.token('USDT') };
  const none = { messages: [], amountA: 0n, amountB: 0n };
  expect(await on.venue.wallets.buildTakeBack({ account: owner, ...pair })).toMatchObject(none);
  const offer = { amountA: amount(10n ** 9n), amountB: amount(10n ** 9n) };
  const provide = { kind: 'provide', account: owner, ...pair, ...offer, maxPriceImpactPpm: ppm(1_000_000n) } as const;
  const { receipt } = await on.venue.wallets.build(provide);
  const minLpTokens = (receipt as { lpTokens: Amount }).lpTokens;
  const late = await on.venue.wallets.build({ ...provide, minLpTokens });
  await signAndSend(
    await on.venue.wallets.build({ kind: 'swap', account: owner, ...pair, amountA: amount(10n ** 10n) }),
  );
  await signAndSend(late);
  const bodyHashes = late.messages.map(({ bodyHash }) => bodyHash);
  await expect
    .poll(() => on.venue.wallets.follow({ account: owner, kind: 'provide', bodyHashes, ...pair }))
    .toMatchObject({ status: 'failed', isStaged: true, reason: expect.stringContaining('waits in your LP account') });
  const [turned, straight] = [
    await on.venue.wallets.buildTakeBack({ account: owner, tokenA: pair.tokenB, tokenB: pair.tokenA }),
    await on.venue.wallets.buildTakeBack({ account: owner, ...pair }),
  ];
  expect([turned.amountB, turned.amountA]).toEqual([straight.amountA, straight.amountB]);
  const sent = late.receipt as { amountA: Amount; amountB: Amount };
  expect(straight).toMatchObject({ amountA: sent.amountA, amountB: sent.amountB });
  await signAndSend(straight);
  await expect
    .poll(() =>
      on.venue.wallets.follow({
        account: owner,
        kind: 'refund',
        bodyHashes: straight.messages.map(({ bodyHash }) => bodyHash),
        ...pair,
      }),
    )
    .toMatchObject({ status: 'completed', amounts: [sent.amountA, sent.amountB] });
  expect(await on.venue.wallets.buildTakeBack({ account: owner, ...pair })).toMatchObject(none);
});

test('an unsent message is pending until it has expired by the clock of the chain', async () => {
  const pair = { tokenA: on.token('STON'), tokenB: on.token('USDT') };
  const built = await on.venue.wallets.build({ kind: 'swap', account: owner, ...pair, amountA: amount(10n ** 9n) });
  const { timeS } = await on.dex.chain.head();
  expect(built.validUntilS).toBeLessThanOrEqual(timeS + 301);
  const bodyHashes = built.messages.map(({ bodyHash }) => bodyHash);
  const swap = { account: owner, kind: 'swap', bodyHashes, ...pair } as const;
  for (const [validUntilS, status] of [
    [built.validUntilS, 'pending'],
    [timeS - 20, 'pending'],
    [timeS - 32, 'failed'],
  ] as const)
    expect(await on.venue.wallets.follow({ ...swap, validUntilS })).toMatchObject({ status });
});

test('the referrer of an owner-signed swap must be an address: a name is refused and gets no wallet', async () => {
  const pair = { tokenA: on.token('STON'), tokenB: on.token('USDT') };
  const swap = { kind: 'swap', account: owner, ...pair, amountA: amount(10n ** 9n) } as const;
  const shop = 'shop' as Account;
  await expect(on.venue.wallets.build({ ...swap, referrer: shop })).rejects.toThrow(
    'The referrer of a swap that you sign yourself must be a TON address in workchain 0.',
  );
  expect(await on.store.chainRequests.hasWallet(shop)).toBe(false);
  const referrer = new Address(0, Buffer.alloc(32, 7)).toString() as Account;
  const { messages, receipt } = await on.venue.wallets.build({ ...swap, referrer });
  const payload = Cell.fromBase64(messages[0]?.payload as string).refs[0]?.beginParse();
  payload?.skip(32).loadAddress();
  payload?.loadCoins();
  expect(payload?.loadAddress().toString()).toBe(owner);
  expect([payload?.loadBoolean(), payload?.loadAddress().toString()]).toEqual([true, referrer]);
  expect(receipt).toMatchObject({ fees: { ref: expect.any(BigInt) } });
});

test('a wallet or a referrer in the masterchain is refused: the contracts send tokens only to workchain 0', async () => {
  const pair = { tokenA: on.token('STON'), tokenB: on.token('USDT') };
  const elsewhere = new Address(-1, wallet.address.hash).toString() as Account;
  const swap = { kind: 'swap', ...pair, amountA: amount(10n ** 9n) } as const;
  for (const refused of [
    () => on.venue.wallets.build({ ...swap, account: elsewhere }),
    () => on.venue.wallets.build({ ...swap, account: owner, referrer: elsewhere }),
    () => on.venue.wallets.buildTakeBack({ ...pair, account: elsewhere }),
    () => on.venue.wallets.wallet(elsewhere),
  ])
    await expect(refused()).rejects.toThrow('workchain 0');
});

test('the exchange does not sign for owners who sign themselves', async () => {
  const pair = { tokenA: on.token('STON'), tokenB: on.token('USDT') };
  const swap = on.venue.execute(owner, { kind: 'swap', account: owner, ...pair, amountA: amount(1000n) });
  await expect(swap).rejects.toThrow(NotOnThisVenue);
  expect(await on.venue.wallets.wallet(owner)).toMatchObject({
    signer: 'owner',
    address: wallet.address.toString({ bounceable: false }),
  });
  expect(await on.venue.wallets.addressOf(owner)).toBe(wallet.address.toString({ bounceable: false }));
  expect(await on.venue.wallets.wallet('ann' as Account)).toMatchObject({ signer: 'exchange', balanceNano: 0n });
});

test('an exchange without a key has no wallets of its own, and builds for those of others', async () => {
  const troubles: unknown[] = [];
  const { venue } = await on.another({ key: null, onTrouble: (error) => troubles.push(error) });
  const ann = 'ann' as Account;
  const pair = { tokenA: on.token('STON'), tokenB: on.token('USDT') };
  const swap = { kind: 'swap', ...pair, amountA: amount(10n ** 9n) } as const;
  const offer = { amountA: amount(10n ** 9n), amountB: amount(10n ** 9n), maxPriceImpactPpm: ppm(1_000_000n) };
  const provide = { kind: 'provide', account: ann, ...pair, ...offer } as const;
  for (const refused of [
    () => venue.execute(ann, { ...swap, account: ann }),
    () => venue.execute(ann, provide),
    () => venue.wallets.wallet(ann),
    () => venue.wallets.build({ ...swap, account: ann }),
  ])
    await expect(refused()).rejects.toThrow('This exchange holds no wallets: sign in with your own.');
  expect(await venue.wallets.addressOf(ann)).toBe(null);
  expect(await venue.balances(ann, { limit: 10 })).toMatchObject({ items: [] });
  expect(await venue.position(ann, pair.tokenA, pair.tokenB)).toMatchObject({ lpTokens: 0n, amountA: 0n, amountB: 0n });
  expect(await venue.quoteLiquidity(provide)).toMatchObject({ receipt: { kind: 'provide' } });
  expect((await venue.wallets.build({ ...swap, account: owner })).messages).toHaveLength(1);
  expect(await venue.wallets.wallet(owner)).toMatchObject({ signer: 'owner' });
  // A node without the key leaves the requests of nodes with it alone.
  await on.fund(ann, { TON: '10', STON: '10' });
  expect(await on.venue.execute(ann, { ...swap, account: ann })).toMatchObject({ status: 'completed' });
  expect(troubles).toEqual([]);
});

test('an exchange with pending requests does not start without their key', async () => {
  const { server, store } = on;
  await on.fund('bob' as Account, { TON: '10', STON: '10' });
  const { address } = await on.venue.wallets.wallet('bob' as Account);
  await server.devnet.hold(address);
  const pair = { tokenA: on.token('STON'), tokenB: on.token('USDT') };
  const swap = { kind: 'swap', account: 'bob' as Account, ...pair, amountA: amount(10n ** 9n) } as const;
  const done = on.venue.execute('bob' as Account, swap);
  await expect.poll(async () => (await store.chainRequests.figures()).accepted).toBe(1);
  await expect(on.another({ key: null })).rejects.toThrow('TON_MNEMONIC_FILE is needed: 1 orders are pending');
  await server.devnet.release(address);
  await expect(done).resolves.toMatchObject({ status: 'completed' });
});
