// Every declared call, over HTTP, on an exchange on TON whose endpoint is outside its process. One devnet and one program: 12 s of CPU.
import { Address, Cell, internal } from '@ton/core';
import { keyPairFromSeed } from '@ton/crypto';
import { expect, onTestFinished, test } from 'vitest';
import { externalBoc, firstWalletId, messageCell, signedBody, TESTNET, walletV5 } from '#devnet/contracts/wallet-v5';
import { DECLARATIONS } from '../../../src/contract/calls.ts';
import { USDT as EXAMPLE_USDT } from '../../../src/contract/fields.ts';
import { TON } from '../../../src/ton/venue/dex.ts';
import { Authenticator } from '../../people/authenticator.ts';
import { startReceiver } from '../../webhooks/receiver.ts';
import { proofOf, WALLETS } from '../proof/signer.ts';
import { ask, type HttpAnswer, outsideEndpoint } from './outside.ts';

type Name = keyof typeof DECLARATIONS;
type Fields = Readonly<Record<string, unknown>>;

/** Calls that are refused here for another reason than that the venue lacks them. */
const REFUSED: { readonly [name in Name]?: string } = {
  // A faucet is not offered on TON; a devnet has its own.
  claimFaucet: 'not_on_this_venue',
  // These need an order, which nobody can place here.
  cancelOrder: 'not_found',
  getOrder: 'not_found',
  // These need the passkey of a browser, which does not depend on the venue (test/http/people.test.ts).
  finishSignIn: 'passkey_refused',
  beginPasskey: 'unauthorized',
  finishPasskey: 'unauthorized',
  revokePasskey: 'not_found',
};

/** The example of a call's declaration, which is enough for a call that is refused whatever it contains. */
function exampleOf(name: Name): Fields {
  const {
    examples,
    properties,
    required = [],
  } = DECLARATIONS[name].input as unknown as {
    readonly examples?: readonly Fields[];
    readonly properties: Readonly<Record<string, { readonly examples?: readonly unknown[] }>>;
    readonly required?: readonly string[];
  };
  return examples?.[0] ?? Object.fromEntries(required.map((field) => [field, properties[field]?.examples?.[0] ?? '']));
}

test('every call is answered over HTTP, with an endpoint outside the process', async () => {
  const { published, start, fund } = await outsideEndpoint();
  const server = await start({ SIGNUP: 'open', WEBHOOK_ALLOW: '127.0.0.1' });
  const hook = await startReceiver();
  onTestFinished(() => hook.close());
  const tried = new Map<Name, string>();

  /** Makes a call; notes whether it succeeded, or the code of its error. */
  async function make(
    name: Name,
    fields: Fields = {},
    headers: Record<string, string> = {},
  ): Promise<HttpAnswer['data']> {
    const { method } = DECLARATIONS[name];
    const query = new URLSearchParams(fields as Record<string, string>);
    const path = name === 'refundLiquidityByGet' ? 'refundLiquidity' : name;
    const answer = await (method === 'GET'
      ? ask(server, `/${path}?${query}`, undefined, headers)
      : ask(server, `/${path}`, fields, headers));
    const outcome = answer.status < 300 ? 'done' : (answer.code ?? `status ${answer.status}`);
    if (tried.get(name) !== 'done') tried.set(name, outcome);
    return answer.data;
  }

  // Listing.
  const tokens = [{ address: TON, symbol: 'TON', decimals: 9 }, ...published.tokens];
  for (const { address, symbol, decimals } of tokens) await make('registerToken', { address, symbol, decimals });
  const [USDT, STON] = ['USDT', 'STON'].map((symbol) => published.tokens.find((one) => one.symbol === symbol)?.address);
  const Pair = { tokenA: TON, tokenB: USDT };
  const jettons = { jetton0: TON, jetton1: USDT } as Fields;
  await make('createPool', { Pair });
  await make('createPool', { Pair: { tokenA: STON, tokenB: USDT } });
  await make('setPoolStatus', { Pair, status: 'listed' });
  await make('updateToken', { address: TON, name: 'Toncoin' });
  const { address } = (await make('getWallet')) as { address: string };
  await fund(address, { TON: '100', USDT: '1000', STON: '10' });

  // Trading and sending.
  const { id } = (await make('createWebhook', { url: hook.url, kinds: ['swap'] })) as { id: string };
  await make('getQuote', { ...Pair, amount: '1' });
  const { transactionId } = await make('createSwap', { Pair, amount: { tokenA: 1 } });
  await make('provideLiquidity', { Pair, amount: { tokenA: 10, tokenB: 25 } });
  await make('quoteLiquidity', { ...jettons, amount0: '1', amount1: '2.5' });
  await make('getLPAccountData', jettons);
  await make('refundLiquidity', { ...jettons, percentage: 50 });
  await make('refundLiquidityByGet', jettons);
  const to = new Address(0, Buffer.alloc(32, 9)).toString({ bounceable: false, testOnly: true });
  await make('createTransfer', { token: USDT, to, amount: 1 });
  expect(await make('createTransfer', { token: STON, to, amount: 'all' })).toMatchObject({ amount: 10 });
  await make('bulk', { items: [{ call: 'createSwap', input: { Pair, amount: { tokenA: 1 } } }] });
  for (const name of [
    'getRouterData',
    'getSwaps',
    'getFills',
    'getTokens',
    'getPools',
    'getBalances',
    'getActivity',
  ] as const)
    await make(name);
  for (const name of ['getActivityTotals', 'whoami', 'getFaucet', 'getLastAudit', 'getSignUp'] as const)
    await make(name);
  for (const name of ['getPoolData', 'getOrderBook'] as const) await make(name, jettons);
  await make('getSwap', { transactionId });
  await make('getTransaction', { transactionId });
  await make('checkAccount', { account: to });

  // A wallet whose owner signs.
  const { publicKey, secretKey } = keyPairFromSeed(Buffer.alloc(32, 5));
  const own = walletV5(publicKey, firstWalletId(TESTNET));
  const wallet = own.address.toString({ bounceable: false });
  await fund(wallet, { TON: '100', USDT: '1000' });
  let seqno = 0;
  const signed = async (built: Fields) => {
    const messages = built.messages as { address: string; amount: string; payload: string; bodyHash: string }[];
    const cells = messages.map((one) =>
      messageCell(
        internal({ to: Address.parse(one.address), value: BigInt(one.amount), body: Cell.fromBase64(one.payload) }),
      ),
    );
    const body = signedBody(own, { secretKey, seqno, validUntilS: built.validUntil as number, messages: cells });
    const boc = externalBoc(own, body, { deploys: seqno === 0 }).toString('base64');
    const request = JSON.stringify({ method: 'sendBoc', params: { boc } });
    await fetch(published.endpoint, { method: 'POST', body: request, headers: { 'content-type': 'application/json' } });
    seqno += 1;
    return messages.map(({ bodyHash }) => bodyHash);
  };
  const [swapped] = await signed(await make('buildSwap', { wallet, Pair, amount: { tokenA: 1 } }));
  await expect
    .poll(() => make('trackSwap', { wallet, Pair, bodyHash: swapped }), { timeout: 60_000 })
    .toMatchObject({ status: 'completed' });
  const provided = await signed(await make('buildProvide', { wallet, Pair, amount: { tokenA: 10, tokenB: 25 } }));
  const provision = { wallet, Pair, kind: 'provide', bodyHashes: provided };
  await expect
    .poll(() => make('trackLiquidity', provision), { timeout: 60_000 })
    .toMatchObject({ status: 'completed' });
  expect(await make('buildRefund', { wallet, ...jettons })).toMatchObject({ messages: [expect.anything()] });
  const { payload } = (await make('tonProofPayload')) as { payload: string };
  const domain = new URL(server.url).host;
  const proof = proofOf(WALLETS.v4r2, { payload, domain, timestamp: Math.floor(Date.now() / 1000) });
  const { key } = (await make('tonProof', proof as unknown as Fields)) as { key: string };
  const byKey = { authorization: `Bearer ${key}` };

  // Keys, sessions, webhooks.
  const made = (await make('createKey', { name: 'one' }, byKey)) as { id: string };
  await make('getKeys', {}, byKey);
  await make('revokeKey', { id: made.id }, byKey);
  await make('createSession', { key });
  const { sessions = [] } = (await make('getSessions', {}, byKey)) as { sessions?: readonly { id: string }[] };
  await make('endSession', { id: sessions[0]?.id }, byKey);
  await make('endOtherSessions', {}, byKey);
  await make('getRequests', {}, byKey);
  await make('getWebhooks');
  await make('testWebhook', { id });
  await expect.poll(async () => (await make('getDeliveries', { id })).deliveries).not.toEqual([]);
  const { deliveries } = (await make('getDeliveries', { id })) as { deliveries: readonly { messageId: string }[] };
  await make('redeliverWebhook', { id, messageId: deliveries[0]?.messageId });
  await make('setWebhookState', { id, state: 'paused' });
  await make('rotateWebhookSecret', { id });
  await make('deleteWebhook', { id });

  // People.
  await make('checkName', { name: 'newcomer' });
  await make('beginSignUp', { name: 'newcomer' });
  await make('finishSignUp', { name: 'newcomer', credential: 'key' });
  const invited = (await make('createInvitation')) as { id: string; secret: string };
  await make('getInvitation', { invitation: invited.secret });
  await make('revokeInvitation', { id: invited.id });
  const { options } = (await make('beginSignIn')) as { options: { challenge: string } };
  const device = new Authenticator();
  const here = { challenge: options.challenge, origin: server.url, rpId: '127.0.0.1' };
  await make('finishSignIn', { passkey: device.get(here) });
  await make('finishPasskey', { passkey: device.create(here), name: 'laptop' });

  // Operators.
  for (const name of ['getBranding', 'getAccounts', 'getInvitations', 'getStatus', 'getAudits'] as const)
    await make(name);
  for (const name of ['setSignUp', 'setBranding', 'startAudit', 'importAccounts', 'uploadImage'] as const)
    await make(name, exampleOf(name));

  // Calls of the ledger alone, and what is left.
  const listed = (example: Fields): Fields => JSON.parse(JSON.stringify(example).replaceAll(EXAMPLE_USDT, `${USDT}`));
  await make('collectFees', { Pair });
  await make('quoteOrder', { ...Pair, amount: '1', minReceived: '9' });
  await make('getTransactionProof', { transactionId });
  for (const name of Object.keys(DECLARATIONS) as Name[])
    if (!tried.has(name)) await make(name, listed(exampleOf(name)));
  const expected = (Object.keys(DECLARATIONS) as Name[]).map((name) => [
    name,
    REFUSED[name] ?? (DECLARATIONS[name].venue === 'ledger' ? 'not_on_this_venue' : 'done'),
  ]);
  expect(Object.fromEntries(tried)).toEqual(Object.fromEntries(expected));
});
