// Stands between a gateway and a devnet, and answers as badly as it is told to.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Mood = 'well' | 'down' | 'garbage' | 'half' | 'past';

/** What proxies, and servers that are being replaced, say. */
const GARBAGE: readonly (readonly [status: number, body: string])[] = [
  [200, '<html>maintenance</html>'],
  [502, '<html>bad gateway</html>'],
  [200, '{"ok":true,"result":{"@type":"raw.fullAccountState","balance":"many"}}'],
  [200, '{"ok":true,"result":[]}'],
  [200, ''],
];

export class MoodyEndpoint {
  mood: Mood = 'well';
  /** In the present mood. */
  asked = 0;
  #url = '';
  /** What was answered first to each question, when the chain was young. */
  readonly #first = new Map<string, string>();
  readonly #server = createServer((request, response) => void this.#answer(request, response).catch(() => {}));

  async through(url: string): Promise<string> {
    this.#url = url;
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  be(mood: Mood): void {
    this.mood = mood;
    this.asked = 0;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    this.asked += 1;
    if (this.mood === 'down') return void request.socket.destroy();
    const [status, text] =
      this.mood === 'garbage'
        ? (GARBAGE[this.asked % GARBAGE.length] as readonly [number, string])
        : await this.#told(body);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(this.mood === 'half' ? text.slice(0, text.length / 2) : text);
  }

  async #told(body: string): Promise<readonly [number, string]> {
    const first = this.#first.get(body);
    if (this.mood === 'past' && first !== undefined) return [200, first];
    const answer = await fetch(this.#url, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
    const text = await answer.text();
    if (answer.ok && first === undefined) this.#first.set(body, text);
    return [answer.status, text];
  }
}
