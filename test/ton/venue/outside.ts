// An exchange as a program on TON whose endpoint is in another process, as on a network: nothing is listed, and no account has funds.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { PublishedInfo } from '#devnet/info';
import { serveDevnet } from '#devnet/server';
import { placeDevnet } from '../../../devnet/test/devnet.ts';
import { DevnetThread } from '../../../src/ton/devnet/devnet-thread.ts';
import { Server, type Settings, temporaryDirectory } from '../../crash/process.ts';
import { type Answer, type Call, ScriptedEndpoint } from '../scripted-endpoint.ts';

/** Of https://ton.org/testnet-global.config.json: the program compares it with the endpoint's. */
const TESTNET_ZERO_STATE = 'gj+B8wb/AmlPk1z1AhVI484rhrUpgSr2oSFIh56VoSg=';

export type Outside = {
  readonly folder: string;
  readonly published: PublishedInfo;
  /** Settings of programs that use this chain: the server's, and those of commands. */
  readonly settings: Settings;
  start(more?: Settings, database?: string): Promise<Server>;
  /** Set by a test to answer some calls of the endpoint itself. */
  intercept: (call: Call) => Promise<Answer | undefined>;
  fund(address: string, amounts: Readonly<Record<string, string>>): Promise<void>;
};

export async function outsideEndpoint(): Promise<Outside> {
  const folder = temporaryDirectory();
  await placeDevnet(join(folder, 'devnet'));
  const devnet = await DevnetThread.start({ folder: join(folder, 'devnet'), blockMs: 0 });
  const server = await serveDevnet(devnet, { host: '127.0.0.1', port: 0 });
  const proxy = await ScriptedEndpoint.start();
  onTestFinished(async () => {
    await proxy[Symbol.asyncDispose]();
    await server.stop();
  });
  const { published } = server;
  const words = join(folder, 'words');
  writeFileSync(words, published.faucet.mnemonic, { mode: 0o600 });
  const settings = {
    VENUE: 'ton',
    TON_NETWORK: 'testnet',
    TON_ENDPOINT: proxy.url,
    TON_ROUTER: published.router,
    TON_PTON: published.pton,
    TON_MNEMONIC_FILE: words,
    TON_WAIT: '300000',
    REQUEST_TIMEOUT: '600000',
  };
  const outside: Outside = {
    intercept: async () => undefined,
    folder,
    published,
    settings,
    start: (more = {}, database = 'millpond.db') =>
      Server.start(join(folder, database), { ...settings, ...more }, { demo: false }),
    async fund(address, amounts) {
      for (const [token, amount] of Object.entries(amounts)) {
        const { status, body } = await devnet.give({ address, token, amount });
        if (status !== 200) throw new Error(JSON.stringify(body));
      }
    },
  };
  proxy.answer = async (call) => (await outside.intercept(call)) ?? answerAsTestnet(published.endpoint, call);
  return outside;
}

/** Forwards a call to the devnet, which takes the place of testnet. */
async function answerAsTestnet(url: string, { headers: _, ...call }: Call): Promise<Answer> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(call), headers });
  const body = await answer.text();
  if (call.method !== 'getMasterchainInfo') return { status: answer.status, body, headers };
  const { result } = JSON.parse(body);
  return { result: { ...result, init: { ...result.init, root_hash: TESTNET_ZERO_STATE } } };
}

export type HttpAnswer = {
  readonly status: number;
  readonly code: string | null;
  readonly data: Record<string, unknown>;
};

/** Sends a POST if there is a body, else a GET. */
export async function ask(
  { url }: Pick<Server, 'url'>,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<HttpAnswer> {
  const response = await fetch(`${url}${path}`, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
  });
  const answer = (await response.json()) as Record<string, unknown>;
  const data = (answer.data ?? answer) as Record<string, unknown>;
  return { status: response.status, code: response.headers.get('error-code'), data };
}
