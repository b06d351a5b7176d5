// A devnet's answers to invalid requests, and the ways to call it.
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { Address, beginCell, Cell, Dictionary, internal } from '@ton/core';
import { JettonMaster, JettonWallet, WalletContractV3R1, WalletContractV3R2, WalletContractV4 } from '@ton/ton';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { controlsFor } from '../../src/api/door/controls.ts';
import { CODE } from '../src/contracts/code.ts';
import { addressOf } from '../src/contracts/init.ts';
import { addDevnetRoutes } from '../src/routes.ts';
import { openDevnet, openWallet, ownUrl, post, type TestDevnet } from './devnet.ts';

let devnet: TestDevnet;
beforeAll(async () => {
  devnet = await openDevnet();
});
afterAll(() => devnet.stop());

const GOOD = 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c';
const rpc = (method: unknown, params: unknown = {}) => ({ jsonrpc: '2.0', id: '7', method, params });
const BAD_HASH = 'ab'.repeat(31);

describe('JSON-RPC', () => {
  test.each<readonly [string, unknown, number, string]>([
    ['a body that is not JSON', 'hello', 422, 'the body must be JSON'],
    ['an empty body', '', 422, 'the body must be JSON'],
    ['a body that is a list', [rpc('getMasterchainInfo')], 422, 'the body must be a JSON object'],
    ['a body that is null', 'null', 422, 'the body must be a JSON object'],
    ['a missing method', {}, 422, 'method: is missing'],
    ['a method that is a number', rpc(5), 422, 'method: is missing'],
    ['params in a list', rpc('getAddressBalance', [GOOD]), 422, 'params: must be an object'],
    ['an unknown method', rpc('getEverything'), 404, 'there is no method "getEverything" on this devnet'],
    ['a property name of every object', rpc('constructor'), 404, 'there is no method "constructor" on this devnet'],
    ['a missing address', rpc('getAddressInformation'), 422, 'address: is missing'],
    ['an invalid address', rpc('getAddressInformation', { address: 'EQ' }), 422, 'address: is no address'],
    [
      'an address that is an object',
      rpc('getAddressState', { address: {} }),
      422,
      'address: must be a text or a number',
    ],
    ['a limit that is no number', rpc('getTransactions', { address: GOOD, limit: 'x' }), 422, 'limit: must be a whole'],
    ['a limit that is too large', rpc('getTransactions', { address: GOOD, limit: 1001 }), 422, 'of at most 1000'],
    ['a negative lt', rpc('getTransactions', { address: GOOD, lt: -1, hash: 'aa' }), 422, 'lt: must be a whole number'],
    ['a short hash', rpc('getTransactions', { address: GOOD, lt: 1, hash: BAD_HASH }), 422, 'hash: must be 32 bytes'],
    [
      'a missing transaction',
      rpc('getTransactions', { address: GOOD, lt: 1, hash: `${BAD_HASH}ff` }),
      500,
      'cannot locate',
    ],
    ['a missing boc', rpc('sendBoc'), 422, 'boc: is missing'],
    ['a boc that is no base64', rpc('sendBoc', { boc: '€' }), 422, 'boc: must be base64'],
    ['a boc that is not a message', rpc('sendBoc', { boc: 'AAAA' }), 422, 'boc: it is no bag of cells with a message'],
    ['a getter without a name', rpc('runGetMethod', { address: GOOD }), 422, 'method: is missing'],
    [
      'a stack that is not a list',
      rpc('runGetMethod', { address: GOOD, method: 'seqno', stack: 'x' }),
      422,
      'stack: must be a list',
    ],
    [
      'a stack entry that is not a pair',
      rpc('runGetMethod', { address: GOOD, method: 'seqno', stack: [1] }),
      422,
      'must be [type, value]',
    ],
    [
      'an unknown type of stack entry',
      rpc('runGetMethod', { address: GOOD, method: 'seqno', stack: [['cat', 1]] }),
      422,
      'type "cat" is not known',
    ],
    [
      'a stack entry with a fraction',
      rpc('runGetMethod', { address: GOOD, method: 'seqno', stack: [['num', '1.5']] }),
      422,
      'whole number of 257',
    ],
    [
      'a number that is too large',
      rpc('runGetMethod', { address: GOOD, method: 'seqno', stack: [['num', `0x1${'0'.repeat(64)}`]] }),
      422,
      'of 257 bits',
    ],
    [
      'a stack entry that is not a cell',
      rpc('runGetMethod', { address: GOOD, method: 'seqno', stack: [['tvm.Cell', 'AA']] }),
      422,
      'stack: is no bag of cells',
    ],
    [
      'a message without a source',
      rpc('tryLocateResultTx', { destination: GOOD, created_lt: 1 }),
      422,
      'source: is missing',
    ],
    [
      'a message without its created_lt',
      rpc('tryLocateResultTx', { source: GOOD, destination: GOOD }),
      422,
      'created_lt: is missing',
    ],
    [
      'a message that was not processed',
      rpc('tryLocateResultTx', { source: GOOD, destination: GOOD, created_lt: '5' }),
      500,
      'was not found',
    ],
    ['a block of the future', rpc('shards', { seqno: 1e9 }), 500, 'LITE_SERVER_NOTREADY'],
    ['the signatures of a block', rpc('getMasterchainBlockSignatures', { seqno: 1 }), 501, 'has no validators'],
    ['the proof of a block', rpc('getShardBlockProof'), 501, 'has no validators'],
    ['a domain', rpc('dnsResolve', { domain: 'foundation.ton' }), 501, 'has no domains'],
    ['a missing hash', rpc('detectHash'), 422, 'hash: is missing'],
    [
      'an unknown configuration parameter',
      rpc('getConfigParam', { config_id: 999 }),
      500,
      'there is no such parameter',
    ],
    [
      'an estimate for an account without code',
      rpc('estimateFee', { address: GOOD, body: 'te6cckEBAQEAAgAAAEysuc0=' }),
      500,
      'LITE_SERVER_UNKNOWN',
    ],
  ])('answers %s with an error', async (_, body, status, error) => {
    const answer = await post(devnet.published.endpoint, body);
    expect(answer).toMatchObject({ status, body: { ok: false, code: status, error: expect.stringContaining(error) } });
    if (typeof body === 'object' && 'method' in (body as object) && status !== 422)
      expect(answer.body).toMatchObject({ jsonrpc: '2.0', id: '7' });
  });

  test('answers a body of more than 128 KB with status 413', async () => {
    const boc = 'A'.repeat(140_000);
    expect(await post(devnet.published.endpoint, rpc('sendBoc', { boc }))).toMatchObject({
      status: 413,
      body: { ok: false },
    });
  });
});

describe('calls by path', () => {
  const url = (method: string) => ownUrl(devnet, `api/v2/${method}`);

  test('GET and POST answer as JSON-RPC does', async () => {
    const address = devnet.published.faucet.address;
    const { body } = await post(devnet.published.endpoint, rpc('getAddressBalance', { address }));
    const got = await fetch(`${url('getAddressBalance')}?address=${encodeURIComponent(address)}`);
    expect(got.headers.get('access-control-allow-origin')).toBe('*');
    expect(await got.json()).toEqual({ ok: true, result: body.result });
    expect(await post(url('getAddressBalance'), { address })).toEqual({
      status: 200,
      body: { ok: true, result: body.result },
    });
    const seqno = await post(url('runGetMethod'), { address, method: 'seqno', stack: [] });
    expect(seqno.body.result).toMatchObject({ exit_code: 0, stack: [['num', '0x0']] });
  });

  test('addresses are converted; states, wallet information and the network id can be read', async () => {
    const { address } = devnet.published.faucet;
    const result = async (method: string, params: object) => (await post(url(method), params)).body.result;
    const raw = await result('unpackAddress', { address });
    expect(await result('packAddress', { address: raw })).toBe(address);
    expect(await result('getAddressState', { address: raw })).toBe('active');
    expect(await result('getAddressState', { address: GOOD })).toBe('uninitialized');
    expect(await result('getWalletInformation', { address })).toMatchObject({ wallet: true, seqno: 0 });
    expect(await result('getWalletInformation', { address: devnet.published.router })).toMatchObject({ wallet: false });
    // The network id is -217 in 32 bits: signatures for a devnet are invalid elsewhere.
    const { config } = (await result('getConfigParam', { config_id: 19 })) as { config: { bytes: string } };
    expect(Buffer.from(config.bytes, 'base64').includes(Buffer.from('ffffff27', 'hex'))).toBe(true);
  });

  test('an account is told in full, with the state of a known wallet', async () => {
    const { admin, router } = devnet.published;
    const extended = async (address: string) =>
      (await post(url('getExtendedAddressInformation'), { address })).body.result as Record<string, unknown>;
    const raw = (await post(url('getAddressInformation'), { address: router })).body.result as Record<string, unknown>;
    const { code, data, frozen_hash, state, '@type': _, ...common } = raw;
    expect(state).toBe('active');
    expect(await extended(router)).toEqual({
      ...common,
      sync_utime: expect.any(Number),
      '@type': 'fullAccountState',
      address: { '@type': 'accountAddress', account_address: router },
      account_state: { '@type': 'raw.accountState', code, data, frozen_hash },
      revision: 0,
    });
    expect(await extended(GOOD)).toMatchObject({
      account_state: { '@type': 'uninited.accountState', frozen_hash: '' },
    });
    const publicKey = Buffer.alloc(32, 9);
    const wallets = [
      [WalletContractV3R1, 'v3', 1],
      [WalletContractV3R2, 'v3', 2],
      [WalletContractV4, 'v4', 2],
    ] as const;
    const sender = await openWallet(devnet, admin.mnemonic);
    for (const [Wallet, version, revision] of wallets) {
      const { address, init } = Wallet.create({ workchain: 0, publicKey, walletId: 77 });
      await sender.send(internal({ to: address, value: '0.1', init, bounce: false }));
      const account_state = { '@type': `wallet.${version}.accountState`, wallet_id: 77, seqno: 0 };
      expect(await extended(address.toString())).toMatchObject({ account_state, revision });
    }
  });

  test('the configuration, the newest block and the forms of addresses and hashes are answered by GET and JSON-RPC', async () => {
    const result = async (method: string, params: Record<string, string> = {}) => {
      const got = (await (await fetch(`${url(method)}?${new URLSearchParams(params)}`)).json()) as object;
      const { body } = await post(devnet.published.endpoint, rpc(method, params));
      expect({ ...got, jsonrpc: '2.0', id: '7' }).toEqual(body);
      return body.result as { config: { bytes: string }; last: { seqno: number } } & Record<string, unknown>;
    };
    const { config } = await result('getConfigAll');
    const all = Cell.fromBase64(config.bytes)
      .beginParse()
      .loadDictDirect(Dictionary.Keys.Int(32), Dictionary.Values.Cell());
    const { config: one } = await result('getConfigParam', { config_id: '19' });
    expect(all.get(19)?.toBoc().toString('base64')).toBe(one.bytes);
    const { last } = await result('getMasterchainInfo');
    const { gen_utime } = await result('getBlockHeader', { workchain: '-1', seqno: String(last.seqno) });
    expect(await result('getConsensusBlock')).toEqual({
      '@type': 'ext.blocks.consensusBlock',
      consensus_block: last.seqno,
      timestamp: gen_utime,
    });
    const wallet = new Address(0, Buffer.alloc(32, 0xfb));
    const forms = [wallet.toRawString(), wallet.toString(), wallet.toString({ bounceable: false, testOnly: true })];
    const types = ['raw_form', 'friendly_bounceable', 'friendly_non_bounceable'];
    for (const [i, form] of forms.entries())
      expect(await result('detectAddress', { address: form })).toMatchObject({
        raw_form: forms[0],
        bounceable: { b64url: wallet.toString({ testOnly: i === 2 }) },
        non_bounceable: { b64: wallet.toString({ testOnly: i === 2, bounceable: false, urlSafe: false }) },
        ...{ given_type: types[i], test_only: i === 2 },
      });
    const hex = 'fb'.repeat(32);
    for (const form of ['hex', 'base64', 'base64url'] as const) {
      const { b64, b64url, hex: found } = await result('detectHash', { hash: Buffer.from(hex, 'hex').toString(form) });
      expect([b64, b64url, found]).toEqual([`${'+/v7'.repeat(10)}+/s=`, `${'-_v7'.repeat(10)}-_s`, hex]);
    }
  });

  test('runGetMethodStd answers as runGetMethod does, with typed entries', async () => {
    const [usdt] = devnet.published.tokens;
    const { address } = devnet.published.faucet;
    const owner = beginCell().storeAddress(Address.parse(address)).endCell();
    const { stack } = await devnet.client.runMethod(Address.parse(usdt?.address ?? ''), 'get_wallet_address', [
      { type: 'slice', cell: owner },
    ]);
    const asked = {
      '@type': 'tvm.stackEntrySlice',
      slice: { '@type': 'tvm.slice', bytes: owner.toBoc().toString('base64') },
    };
    const std = await post(url('runGetMethodStd'), {
      address: usdt?.address,
      method: 'get_wallet_address',
      stack: [asked],
    });
    expect(std.body.result).toEqual({
      '@type': 'smc.runResult',
      gas_used: expect.any(Number),
      exit_code: 0,
      stack: [
        {
          '@type': 'tvm.stackEntrySlice',
          slice: { '@type': 'tvm.slice', bytes: stack.readCell().toBoc().toString('base64') },
        },
      ],
    });
    const seqno = await post(url('runGetMethodStd'), { address, method: 'seqno', stack: [] });
    expect(seqno.body.result).toMatchObject({ stack: [{ number: { '@type': 'tvm.numberDecimal', number: '0' } }] });
    const nobody = await post(url('runGetMethodStd'), { address: GOOD, method: 'seqno', stack: [] });
    expect(nobody.body.result).toMatchObject({ exit_code: -13, stack: [] });
    const wrong = await post(url('runGetMethodStd'), { address, method: 'seqno', stack: [['num', '1']] });
    expect(wrong).toMatchObject({ status: 422, body: { error: expect.stringContaining('@type') } });
  });

  test('a stack of the greatest allowed depth reaches the getter', async () => {
    let entry: object = { '@type': 'tvm.stackEntryList', list: { elements: [] } };
    for (let level = 0; level < 199; level++) entry = { '@type': 'tvm.stackEntryTuple', tuple: { elements: [entry] } };
    const { address } = devnet.published.faucet;
    const { status, body } = await post(url('runGetMethodStd'), { address, method: 'seqno', stack: [entry] });
    expect([status, body]).toMatchObject([200, { result: { exit_code: 0 } }]);
  });

  test('getTokenData recognises jettons and their wallets, as TonClient reads them, and nothing else', async () => {
    const { published, client } = devnet;
    const data = async (address: Address | string) =>
      (await post(url('getTokenData'), { address: String(address) })).body;
    for (const { address, name, symbol, decimals } of published.tokens) {
      const master = client.open(JettonMaster.create(Address.parse(address)));
      const { totalSupply, walletCode } = await master.getJettonData();
      const content = { type: 'onchain', data: { name, symbol, decimals: String(decimals) } };
      expect((await data(address)).result).toMatchObject({
        '@type': 'ext.tokens.jettonMasterData',
        contract_type: 'jetton_master',
        address,
        total_supply: totalSupply.toString(),
        mintable: true,
        admin_address: published.admin.address,
        jetton_content: content,
        jetton_wallet_code: walletCode.toBoc().toString('base64'),
      });
      const wallet = client.open(JettonWallet.create(await master.getWalletAddress(Address.parse(published.router))));
      expect((await data(wallet.address)).result).toEqual({
        '@type': 'ext.tokens.jettonWalletData',
        contract_type: 'jetton_wallet',
        address: wallet.address.toString(),
        balance: (await wallet.getBalance()).toString(),
        owner: published.router,
        jetton: address,
        jetton_wallet_code: walletCode.toBoc().toString('base64'),
      });
    }
    expect((await data(published.pton)).result).toMatchObject({ mintable: false, contract_type: 'jetton_master' });
    expect((await data(published.pton)).result).not.toHaveProperty('admin_address');
    for (const other of [published.router, published.faucet.address, GOOD])
      expect(await data(other)).toMatchObject({ ok: false, code: 409 });
    expect(await data('x')).toMatchObject({ code: 422, error: 'address: is no address' });
  });

  test('a wallet that its jetton does not confirm is not a jetton wallet', async () => {
    const [minter, owner] = [devnet.published.tokens[0], devnet.published.admin].map((one) =>
      Address.parse(one?.address ?? ''),
    );
    const data = beginCell().storeCoins(1000).storeAddress(owner).storeAddress(minter).endCell();
    const init = { code: CODE.jettonWallet, data };
    const sender = await openWallet(devnet, devnet.published.faucet.mnemonic);
    await sender.send(internal({ to: addressOf(init), value: '0.1', init, bounce: false }));
    const { stack } = await devnet.client.runMethod(addressOf(init), 'get_wallet_data');
    expect(stack.readBigNumber()).toBe(1000n);
    expect(await post(url('getTokenData'), { address: addressOf(init).toString() })).toMatchObject({ status: 409 });
  });

  test('a page of another origin may call them: its preflight request is answered', async () => {
    const preflight = await fetch(url('jsonRPC'), { method: 'OPTIONS' });
    expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([204, '*']);
  });
});

describe('the faucet', () => {
  const url = () => ownUrl(devnet, 'faucet');

  test.each<readonly [string, unknown, string]>([
    ['a missing address', { amount: '1' }, 'address: is missing'],
    ['a missing amount', { address: GOOD }, 'amount: is missing'],
    ['an amount of 0', { address: GOOD, amount: '0' }, 'amount: must be above 0'],
    ['a negative amount', { address: GOOD, amount: '-1' }, 'amount: must be above 0'],
    ['an amount above 10,000', { address: GOOD, amount: '10001' }, 'at most 10000'],
    ['too many decimal places', { address: GOOD, amount: '0.0000001', token: 'USDT' }, 'with at most 6 decimal places'],
    ['an unknown token', { address: GOOD, amount: '1', token: 'GOLD' }, 'must be one of TON, USDT, STON, NOT'],
    ['a body that is not JSON', 'x', 'the body must be JSON'],
  ])('refuses %s', async (_, body, error) => {
    expect(await post(url(), body)).toMatchObject({
      status: 422,
      body: { ok: false, error: expect.stringContaining(error) },
    });
  });

  test('gives tokens by symbol and by address', async () => {
    const address = `0:${'12'.repeat(32)}`;
    const usdt = devnet.published.tokens[0]?.address;
    for (const token of ['usdt', usdt])
      expect(await post(url(), { address, token, amount: '2.5' })).toMatchObject({
        status: 200,
        body: { result: { token: 'USDT', amount: '2500000' } },
      });
  });

  test.each([
    ['10.0.0.7', 403],
    ['::ffff:10.0.0.7', 403],
    ['fe80::1', 403],
    ['127.0.0.1', 422],
    ['127.9.9.9', 422],
    ['::1', 422],
    ['::ffff:127.0.0.1', 422],
  ])('and the other controls answer a request from %s with status %i', async (remoteAddress, status) => {
    const app = Fastify();
    const headers = { host: 'localhost' };
    await addDevnetRoutes(app, devnet.devnet, controlsFor('local'));
    for (const path of ['faucet', 'skipTime', 'hold', 'release']) {
      const answer = await app.inject({ method: 'POST', url: `/ton/${path}`, remoteAddress, payload: {}, headers });
      expect([path, answer.statusCode]).toEqual([path, status]);
    }
    await app.close();
  });

  test('allows no page of another origin: its preflight request gets no CORS header', async () => {
    const asked = request(url(), { method: 'OPTIONS', headers: { origin: 'http://evil.example' } }).end();
    const response = await new Promise<import('node:http').IncomingMessage>((resolve) =>
      asked.once('response', resolve),
    );
    expect(response.headers['access-control-allow-origin']).toBeUndefined();
    expect(await text(response)).toContain('Not Found');
  });
});

test.each<readonly [string, unknown, string]>([
  ['skipTime', {}, 'seconds: is missing'],
  ['skipTime', { seconds: -1 }, 'seconds: must be a whole number'],
  ['hold', {}, 'address: is missing'],
  ['release', { address: 'x' }, 'address: is no address'],
])('%s of %j is refused', async (name, body, error) => {
  expect(await post(ownUrl(devnet, name), body)).toMatchObject({
    status: 422,
    body: { error: expect.stringContaining(error) },
  });
});
