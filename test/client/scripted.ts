// A server that answers by script, one step per request, and records the requests.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Step = (response: ServerResponse) => void;

export type Scripted = {
  readonly url: string;
  readonly asked: { method: string; path: string; headers: IncomingHttpHeaders; body: string; isClosed: boolean }[];
  close(): Promise<unknown>;
};

/** The last step is repeated for all later requests. */
export async function startScripted(...steps: readonly Step[]): Promise<Scripted> {
  const asked: Scripted['asked'] = [];
  // Keeps idle connections: on a busy machine a closed one would look like a fault of the script.
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    const { method = '', url = '', headers } = request;
    const one = { method, path: url, headers, body: '', isClosed: false };
    const step = steps[Math.min(asked.length, steps.length - 1)] as Step;
    asked.push(one);
    response.on('close', () => {
      one.isClosed = true;
    });
    one.body = (await request.setEncoding('utf8').toArray()).join('');
    step(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

const JSON_TYPE = { 'Content-Type': 'application/json; charset=utf-8' };

export const done =
  (data: object): Step =>
  (response) =>
    response.writeHead(200, JSON_TYPE).end(JSON.stringify({ success: true, data }));

export const failed =
  (status: number, code: string, more: Record<string, string> = {}): Step =>
  (response) =>
    response
      .writeHead(status, { ...JSON_TYPE, 'Error-Code': code, 'X-Request-Id': 'r-1', ...more })
      .end(JSON.stringify({ error: `It is ${code}.` }));

export const html =
  (status: number, more: Record<string, string> = {}): Step =>
  (response) =>
    response.writeHead(status, { 'Content-Type': 'text/html', ...more }).end('<h1>proxy</h1>');

export const cut: Step = (response) => response.socket?.destroy();

/** Ends the connection within the body, which without a length, as in HTTP/1.0, looks like the end of the body. */
export const cutInBody =
  (isNoticed: boolean): Step =>
  (response) => {
    const head = isNoticed ? { 'Content-Length': '100' } : { Connection: 'close' };
    response.useChunkedEncodingByDefault = false;
    response.writeHead(200, { ...JSON_TYPE, ...head });
    response.write('{"success":true,"da', () => response.socket?.end());
  };

export const hang: Step = () => {};

/** Sends an event stream in separate writes, then runs `last`. */
export const told =
  (pieces: readonly string[], last: Step = hang): Step =>
  async (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' });
    response.socket?.setNoDelay();
    for (const piece of pieces) await new Promise((resolve) => response.write(Buffer.from(piece, 'latin1'), resolve));
    last(response);
  };
