// An HTTP endpoint that answers each call as a test says: with JSON, with anything else, late, or not at all.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Call = {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly headers: IncomingMessage['headers'];
};
export type Answer =
  | { readonly result: unknown }
  | { readonly status: number; readonly body: string; readonly headers?: Readonly<Record<string, string>> }
  | 'cut'
  | 'silence';

export class ScriptedEndpoint implements AsyncDisposable {
  readonly calls: Call[] = [];
  // Keeps idle connections: on a busy machine a closed one would look like a fault of the endpoint.
  readonly #server = createServer({ keepAliveTimeout: 0 }, (request, response) => void this.#answer(request, response));
  answer: (call: Call) => Answer | Promise<Answer> = () => 'cut';

  static async start(): Promise<ScriptedEndpoint> {
    const endpoint = new ScriptedEndpoint();
    endpoint.#server.listen(0, '127.0.0.1');
    await once(endpoint.#server, 'listening');
    return endpoint;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/secret-path/jsonRPC`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const call = { ...JSON.parse(Buffer.concat(chunks).toString()), headers: request.headers };
    this.calls.push(call);
    const answer = await this.answer(call);
    if (answer === 'cut') request.socket.destroy();
    else if (answer !== 'silence') write(response, answer);
  }
}

function write(response: ServerResponse, answer: Exclude<Answer, string>): void {
  if ('result' in answer) {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ ok: true, result: answer.result }));
  } else {
    response.writeHead(answer.status, answer.headers);
    response.end(answer.body);
  }
}
