// `millpond ton send` that is killed: it has printed its key, and with it the transfer is made once. One devnet and eight programs: 15 s of CPU.
import { join } from 'node:path';
import { Address } from '@ton/core';
import { expect, test } from 'vitest';
import { MAIN, Program } from '../../crash/process.ts';
import { outsideEndpoint } from './outside.ts';

test('a command that is killed before or after the transfer is stored has printed its key, is refused without it for ten minutes, and is done once if it is given twice at the same moment', async () => {
  const outside = await outsideEndpoint();
  const { settings, folder, published } = outside;
  const to = new Address(0, Buffer.alloc(32, 9)).toString({ bounceable: false, testOnly: true });
  const send = (units: string, ...more: string[]) =>
    new Program([process.execPath, MAIN, 'ton', 'send', units, 'TON', '--account', 'ann', '--to', to, ...more], {
      ...{ ...settings, DATABASE_URL: `sqlite:${join(folder, 'millpond.db')}` },
    });
  const wallet = new Program([process.execPath, MAIN, 'ton', 'wallet', 'ann'], settings);
  await wallet.ended;
  const address = wallet.stdout.split(' ')[0] as string;
  await outside.fund(address, { TON: '10' });
  const paid = async () => {
    const url = published.endpoint.replace('jsonRPC', 'getAddressBalance');
    return Number(((await (await fetch(`${url}?address=${to}`)).json()) as { result: string }).result) / 1e9;
  };

  // Nothing can be planned and stored while the state of the wallet is unknown.
  type Call = Parameters<typeof outside.intercept>[0];
  const isAboutWallet = ({ method, params }: Call) =>
    method === 'getAddressInformation' && Address.parse(String(params.address)).equals(Address.parse(address));
  outside.intercept = async (call) => (isAboutWallet(call) ? 'silence' : undefined);
  const early = send('1');
  const [, key] = await early.printed(/sending 1 TON to .*; if this is interrupted, run it again with --key (\S+)/);
  await early.kill();

  // The endpoint takes the signed message and does not answer.
  const { promise: isSent, resolve: noteSent } = Promise.withResolvers<void>();
  outside.intercept = async ({ method, params }) => {
    if (method !== 'sendBoc') return undefined;
    const body = JSON.stringify({ method, params });
    await fetch(published.endpoint, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
    noteSent();
    return 'silence';
  };
  const late = send('1', '--key', key as string);
  await isSent;
  await late.kill();
  outside.intercept = async () => undefined;

  const without = send('1');
  expect([(await without.ended).code, without.stderr]).toEqual([
    2,
    expect.stringMatching(new RegExp(`an equal transfer was made .* is pending.*run it again with --key ${key}\\.`)),
  ]);
  const again = send('1', '--key', key as string);
  expect([(await again.ended).code, again.stdout], again.stderr).toEqual([0, expect.stringMatching(/^sent 1 TON to /)]);
  expect(await paid()).toBeCloseTo(1, 6);

  // With another amount or a key of its own it is another transfer.
  for (const other of [send('2'), send('1', '--key', 'once more')])
    expect((await other.ended).code, other.stderr).toBe(0);
  expect(await paid()).toBeCloseTo(4, 6);

  // Two that have both looked for an equal one before either is stored.
  const { promise: haveBothLooked, resolve: letThemGo } = Promise.withResolvers<void>();
  outside.intercept = async (call) => {
    if (isAboutWallet(call)) await haveBothLooked;
    return undefined;
  };
  const both = [send('3'), send('3')];
  await Promise.all(both.map((one) => one.printed(/sending 3 TON to/)));
  letThemGo();
  for (const one of both) expect((await one.ended).code, one.stderr).toBe(0);
  expect(await paid()).toBeCloseTo(7, 6);
});
