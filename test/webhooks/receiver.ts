// A webhook receiver on the loopback interface: records requests, and answers as told.
import { once } from 'node:events';
import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { AddressInfo } from 'node:net';
import { CERTIFICATE, KEY } from './certificate.ts';

export type Received = { readonly headers: Record<string, string>; readonly body: string };
export type Answering = (response: ServerResponse, request: IncomingMessage) => void;

export const status =
  (code: number, headers: Record<string, string> = {}): Answering =>
  (response) =>
    response.writeHead(code, headers).end();

export type Receiver = {
  readonly url: string;
  readonly port: number;
  readonly received: Received[];
  /** The answers to the next requests, one each; after them, 204. */
  readonly answers: Answering[];
  close(): Promise<void>;
};

export async function startReceiver(kind: 'http' | 'https' = 'http'): Promise<Receiver> {
  const [received, answers]: [Received[], Answering[]] = [[], []];
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks = await request.toArray().catch(() => []);
    received.push({
      headers: request.headers as Record<string, string>,
      body: Buffer.concat(chunks as Buffer[]).toString(),
    });
    (answers.shift() ?? status(204))(response, request);
  };
  const server = kind === 'http' ? createHttp(take) : createHttps({ key: KEY, cert: CERTIFICATE }, take);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `${kind}://127.0.0.1:${port}/hook`,
    port,
    received,
    answers,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
