// Transfers from wallets that the server holds: to any address, once, and no more than the account has. One devnet for all: 5 s of CPU.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Address, beginCell, contractAddress, internal, toNano } from '@ton/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { externalBoc, messageCell, signedBody } from '#devnet/contracts/wallet-v5';
import { keyed } from '#devnet/genesis/keys';
import { auditChainRequests } from '../../../src/audit/chain-requests.ts';
import { type Account, amount, type PoolAddress, type TokenAddress } from '../../../src/core/amount.ts';
import type { ChainRequest, ChainSend } from '../../../src/ports/chain-requests.ts';
import { NotOnThisVenue, SettlementFailed, TonFundsTooLow } from '../../../src/ports/venue.ts';
import { compareWithChain } from '../../../src/ton/audit/chain.ts';
import type { Chain } from '../../../src/ton/chain.ts';
import { executionOf, seqnoOf } from '../../../src/ton/outbox/execution.ts';
import { outcomeOf } from '../../../src/ton/outbox/track.ts';
import { Tracker } from '../../../src/ton/trace/tracker.ts';
import { TON } from '../../../src/ton/venue/dex.ts';
import { venueTrack } from '../../../src/ton/venue/track.ts';
import { POLICY } from '../../store-contract/site.ts';
import { type PaperTon, paperTon } from './paper-ton.ts';

const ann = 'ann' as Account;
const folder = mkdtempSync(join(tmpdir(), 'millpond-ton-'));
let on: PaperTon;

beforeAll(async () => {
  on = await paperTon(folder);
  await on.fund(ann, { TON: '100', USDT: '1000' });
});

afterAll(async () => {
  await on.stop();
  rmSync(folder, { recursive: true });
});

/** An address without a contract that receives no other payments. */
const someone = (byte: number) => new Address(0, Buffer.alloc(32, byte)).toString() as Account;
const send = (token: TokenAddress, to: string, units: bigint, memo?: string) =>
  ({
    kind: 'transfer',
    account: ann,
    token,
    to: to as Account,
    amount: amount(units),
    ...(memo !== undefined && { memo }),
  }) as const;
const done = (command: ReturnType<typeof send>, key?: string) => on.venue.execute(ann, command, key);
const held = (of: string, token: TokenAddress) => on.dex.balance(token, Address.parse(of));
const tonOf = (of: string) => held(of, TON);

describe('a transfer', () => {
  test('of TON arrives exactly, at an address without a contract, with the memo as its comment', async () => {
    const to = someone(1);
    expect(await on.venue.hasSent(ann, to)).toBe(false);
    const answer = await done(send(TON, to, toNano('1.5'), 'Invoice 1042'));
    expect([await on.venue.hasSent(ann, to), await on.venue.hasSent(ann, someone(2))]).toEqual([true, false]);
    expect(answer).toMatchObject({ status: 'completed', receipt: { kind: 'transfer', to, amount: toNano('1.5') } });
    expect(await tonOf(to)).toBe(toNano('1.5'));
    const [transaction] = await on.dex.chain.transactions(Address.parse(to), { limit: 1 });
    expect(transaction?.inMessage?.body.beginParse().skip(32).loadStringTail()).toBe('Invoice 1042');
    const { settlement } = await on.venue.transaction(answer.transactionId);
    expect(settlement).toMatchObject({ transactionHash: expect.any(String), networkFeeNano: expect.any(BigInt) });
  });

  test.each([
    ['all', 0n, 'completed'],
    ['all but one unit, as of a token with a tax,', 1n, 'failed'],
  ] as const)('of tokens of which %s arrives is judged by that', async (_, tax, status) => {
    const [to, usdt] = [someone(20), on.token('USDT')];
    const { transactionId } = await done(send(usdt, to, 25_000_000n));
    const request = (await on.store.chainRequests.find(transactionId)) as ChainRequest;
    const into = await on.dex.wallet(usdt, Address.parse(to));
    const { chain } = on.dex;
    // The chain with a jetton wallet that passes on less than it was told to.
    const taxed: Chain = {
      head: () => chain.head(),
      account: (address) => chain.account(address),
      run: (...question) => chain.run(...question),
      send: (boc) => chain.send(boc),
      transactions: (...page) => chain.transactions(...page),
      async taken(message) {
        const found = await chain.taken(message);
        if (!found?.inMessage || !message.destination.equals(into)) return found;
        const slice = found.inMessage.body.beginParse();
        const head = beginCell().storeBits(slice.loadBits(32 + 64));
        const body = head
          .storeCoins(slice.loadCoins() - tax)
          .storeSlice(slice)
          .endCell();
        return { ...found, inMessage: { ...found.inMessage, body } };
      },
    };
    const bound = await on.store.chainRequests.send(request.send as number);
    const execution = await executionOf(chain, (await on.wallets.of(ann)).address, bound as ChainSend);
    const outcome = await outcomeOf(
      venueTrack(new Tracker(taxed), async () => {}),
      request,
      execution,
    );
    expect(outcome).toMatchObject({ status, ...(status === 'failed' && { isStranded: true }) });
    if (status === 'failed')
      expect(outcome).toMatchObject({
        details: { reasonCode: 'stranded', reason: expect.stringContaining('less has arrived than was sent') },
      });
  });

  test('of all sends the whole balance: of a token to the last unit, of TON but for the fees, once under its key', async () => {
    const [zed, usdt, to] = ['zed' as Account, on.token('USDT'), someone(21)];
    await on.fund(zed, { TON: '2', USDT: '7' });
    const { address } = await on.wallets.of(zed);
    // Another recipient for TON: each transfer of a token brings one nanoton with it.
    const toOf = (token: TokenAddress) => (token === TON ? someone(22) : to);
    const all = (token: TokenAddress) => ({ ...send(token, toOf(token), 1n), account: zed, all: true }) as const;
    const tokens = await on.venue.execute(zed, all(usdt), 'tokens');
    expect(tokens).toMatchObject({ status: 'completed', receipt: { amount: 7_000_000n } });
    expect([await held(to, usdt), await on.dex.balance(usdt, address)]).toEqual([7_000_000n, 0n]);
    await expect(on.venue.execute(zed, all(usdt))).rejects.toMatchObject({ refusal: { code: 'insufficient_funds' } });
    // What the transfer of the tokens attached has come back.
    await expect.poll(async () => (await on.dex.chain.account(address)).balance).toBeGreaterThan(toNano('1.9'));
    const before = (await on.dex.chain.account(address)).balance;
    const ton = await on.venue.execute(zed, all(TON), 'ton');
    expect(ton).toMatchObject({ status: 'completed', receipt: { amount: before - toNano('0.012') } });
    expect(await tonOf(toOf(TON))).toBe(before - toNano('0.012'));
    const left = (await on.dex.chain.account(address)).balance;
    expect(left).toBeLessThan(toNano('0.012'));
    // The same request, although the balance is another; and nothing is left for a new one.
    expect(await on.venue.execute(zed, { ...all(TON), amount: amount(5n) }, 'ton')).toEqual(ton);
    await expect(on.venue.execute(zed, all(TON))).rejects.toThrow();
    expect((await on.dex.chain.account(address)).balance).toBe(left);
  });

  test('of tokens arrives exactly, and costs less than 0.05 TON', async () => {
    const [to, usdt] = [someone(2), on.token('USDT')];
    const wallet = (await on.venue.wallets.wallet(ann)).address;
    const before = await tonOf(wallet);
    expect(await done(send(usdt, to, 25_000_001n, 'rent'))).toMatchObject({ status: 'completed' });
    expect(await held(to, usdt)).toBe(25_000_001n);
    const spent = before - (await tonOf(wallet));
    expect(spent > 0n && spent < toNano('0.05'), `${spent}`).toBe(true);
  });

  test('to another account of the exchange arrives in the balance of that account', async () => {
    const [bob, usdt] = ['bob' as Account, on.token('USDT')];
    await done(send(usdt, bob, 3_000_000n));
    expect((await on.venue.balancesNamed(bob, [usdt]))[0]?.balance).toBe(3_000_000n);
  });

  test('is sent once however often it is repeated with its key, and each time without a key', async () => {
    const to = someone(3);
    const [first, second] = await Promise.all([done(send(TON, to, 7n), 'k'), done(send(TON, to, 7n), 'k')]);
    expect(second).toEqual(first);
    await done(send(TON, to, 7n), 'k');
    const arrivals = async () => (await on.dex.chain.transactions(Address.parse(to), { limit: 9 })).length;
    expect(await arrivals()).toBe(1);
    await expect(done(send(TON, to, 8n), 'k')).rejects.toMatchObject({ refusal: { code: 'idempotency_key_reused' } });
    // Two equal transfers without a key are two transfers.
    await Promise.all([done(send(TON, to, 7n)), done(send(TON, to, 7n))]);
    expect(await arrivals()).toBe(3);
  });

  test('to a contract that refuses it comes back, and its request fails as bounced', async () => {
    const before = await tonOf((await on.venue.wallets.wallet(ann)).address);
    const error = await done(send(TON, await refusingContract(), toNano('1'))).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(SettlementFailed);
    expect(error.reasonCode).toBe('bounced');
    const after = await tonOf((await on.venue.wallets.wallet(ann)).address);
    expect(before - after < toNano('0.02')).toBe(true);
    const { items } = await on.venue.activity({ account: ann, kind: 'transfer' }, { limit: 1 });
    expect(items[0]).toMatchObject({ status: 'failed', settlement: { reasonCode: 'bounced' } });
  });
});

/** A contract that refuses every message without a body. */
async function refusingContract(): Promise<string> {
  const code = beginCell().storeBuffer(Buffer.from('30c700f260', 'hex')).endCell();
  const init = { code, data: beginCell().endCell() };
  const { wallet, keys } = await keyed(on.server.published.admin.mnemonic);
  const seqno = seqnoOf(await on.dex.chain.account(wallet.address));
  const to = contractAddress(0, init);
  const messages = [messageCell(internal({ to, value: toNano('1'), init, body: 'hello' }))];
  const validUntilS = (await on.head()).timeS + 60;
  const body = signedBody(wallet, { secretKey: keys.secretKey, seqno, validUntilS, messages });
  await on.dex.chain.send(externalBoc(wallet, body, { deploys: false }));
  expect((await on.dex.chain.account(to)).status).toBe('active');
  return to.toString();
}

describe('nothing is sent', () => {
  test.each<[string, () => Promise<string>]>([
    ['the router', async () => on.server.published.router],
    ['a minter', async () => on.token('STON')],
    ['pTON', async () => on.server.published.pton],
    ['a pool', async () => (await on.dex.poolAddress(TON, on.token('USDT'))).toString()],
    ['a jetton wallet', async () => (await on.dex.routerWallet(on.token('USDT'))).toString()],
  ])('to %s, which would keep the tokens', async (_, to) => {
    for (const token of [TON, on.token('USDT')])
      await expect(done(send(token, await to(), 1n))).rejects.toMatchObject({ refusal: { code: 'account_reserved' } });
  });

  test('to the wallet itself or another workchain, of LP tokens, or for an account that signs in its own wallet', async () => {
    const own = (await on.venue.wallets.wallet(ann)).address;
    await expect(done(send(TON, own, 1n))).rejects.toMatchObject({ refusal: { code: 'same_account' } });
    const elsewhere = new Address(-1, Buffer.alloc(32, 1)).toString();
    await expect(done(send(TON, elsewhere, 1n))).rejects.toThrow('workchain -1');
    const lp = {
      kind: 'transfer',
      account: ann,
      to: someone(4),
      pool: 'EQ' as PoolAddress,
      amount: amount(1n),
    } as const;
    await expect(on.venue.execute(ann, lp)).rejects.toBeInstanceOf(NotOnThisVenue);
    const signer = someone(5);
    const foreign = { ...send(TON, someone(4), 1n), account: signer };
    await expect(on.venue.execute(signer, foreign)).rejects.toThrow('signs in its own wallet');
  });

  test('if it exceeds the balance less what pending requests reserve, by as little as one unit', async () => {
    const [eve, usdt, to] = ['eve' as Account, on.token('USDT'), someone(6)];
    const of = (command: ReturnType<typeof send>) => on.venue.execute(eve, { ...command, account: eve });
    await on.fund(eve, { TON: '3', USDT: '100' });
    const wallet = (await on.venue.wallets.wallet(eve)).address;
    // The router is held, so that the swap stays pending.
    await on.server.devnet.hold(on.server.published.router);
    const swap = on.venue.execute(eve, {
      ...{ kind: 'swap', account: eve, tokenA: usdt, tokenB: on.token('STON') },
      amountA: amount(60_000_000n),
    });
    await expect.poll(async () => (await on.store.chainRequests.pending(eve, 9)).requests.length).toBe(1);
    const refusal = { refusal: { code: 'insufficient_funds' } };
    await expect(of(send(usdt, to, 40_000_001n))).rejects.toMatchObject(refusal);
    await of(send(usdt, to, 40_000_000n));
    expect(await held(to, usdt)).toBe(40_000_000n);
    await on.server.devnet.release(on.server.published.router);
    await swap;
    // 0.05 TON are kept for storage, and 0.012 for fees.
    const most = (await tonOf(wallet)) - toNano('0.062');
    const fresh = someone(8);
    await expect(of(send(TON, fresh, most + 1n))).rejects.toMatchObject(refusal);
    expect(await of(send(TON, fresh, most))).toMatchObject({ status: 'completed' });
    expect(await tonOf(fresh)).toBe(most);
    expect((await tonOf(wallet)) > toNano('0.05')).toBe(true);
    // The wallet has too little TON left to send tokens that arrive now.
    await on.fund(eve, { USDT: '1' });
    await expect(of(send(usdt, to, 1n))).rejects.toBeInstanceOf(TonFundsTooLow);
  });

  test('if the operator has turned transfers off', async () => {
    const off = await on.another({ policy: { ...POLICY, transfers: 'off' } });
    expect(off.venue.transfers).toBe('off');
    expect(on.venue.transfers).toBe('on');
    await expect(off.venue.execute(ann, send(TON, someone(7), 1n))).rejects.toMatchObject({
      refusal: { code: 'not_on_this_venue', what: 'transfers' },
    });
  });
});

test('transfers pass the audit, and match the chain', async () => {
  expect(await auditChainRequests(on.store)).toBeGreaterThan(8);
  const { requests, chain } = { requests: on.store.chainRequests, chain: on.dex.chain };
  const { compared, fault } = await compareWithChain({ requests, chain, most: 99, onProgress: () => {} });
  expect([fault, compared > 8]).toEqual([undefined, true]);
});
