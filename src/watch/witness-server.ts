// A C2SP witness of one log: cosigns each checkpoint that continues the last one, over HTTP.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseCheckpoint } from '../log/checkpoint.ts';
import type { SigningKey } from '../log/keys.ts';
import { openNote } from '../log/note.ts';
import { answerAddCheckpoint, parseAddCheckpoint, type WitnessAnswer } from '../log/witness.ts';
import type { WatchState } from './watch-state.ts';

export type WitnessOptions = {
  readonly host: string;
  /** 0 for a free port. */
  readonly port: number;
  readonly cosigner: SigningKey;
  readonly state: WatchState;
  /** Told about a checkpoint that the log has signed, and that the proof which came with it does not connect to the last one. */
  readonly onDoubt?: (note: string) => void;
  readonly onError?: (error: Error) => void;
};

/** A proof and a note with a hundred signatures fit in. */
const MAX_BODY_BYTES = 65_536;
/** Requests that are answered or wait; each is answered within milliseconds. */
const MOST_AT_ONCE = 100;
const TIMEOUT_MS = 10_000;
/** How long requests under way are waited for when the witness stops. */
const LINGER_MS = 5000;

export class WitnessServer {
  readonly #options: WitnessOptions;
  readonly #server: Server;
  #underWay = 0;

  private constructor(options: WitnessOptions) {
    this.#options = options;
    this.#server = createServer({ requestTimeout: TIMEOUT_MS, headersTimeout: TIMEOUT_MS }, (request, response) => {
      this.#answer(request, response).catch((error) => this.#fail(error, response));
    });
    this.#server.maxConnections = 2 * MOST_AT_ONCE;
  }

  static async start(options: WitnessOptions): Promise<WitnessServer> {
    const witness = new WitnessServer(options);
    witness.#server.listen(options.port, options.host);
    await once(witness.#server, 'listening');
    return witness;
  }

  get url(): string {
    const { address, family, port } = this.#server.address() as AddressInfo;
    return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
  }

  /** Answers the requests under way, and returns once the state is on disk. */
  async close(): Promise<void> {
    const closed = new Promise((done) => this.#server.close(done));
    const late = setTimeout(() => this.#server.closeAllConnections(), LINGER_MS);
    await closed;
    clearTimeout(late);
    await this.#options.state.settled();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url !== '/add-checkpoint') return refuse(response, 404, 'only /add-checkpoint is answered');
    if (request.method !== 'POST') return refuse(response, 405, 'use POST', { allow: 'POST' });
    if (this.#underWay >= MOST_AT_ONCE)
      return refuse(response, 503, 'too many requests at once', { 'retry-after': '1' });
    this.#underWay += 1;
    try {
      const body = await bodyOf(request);
      if (body === undefined) return refuse(response, 413, `a request has at most ${MAX_BODY_BYTES} bytes`);
      const { status, type, body: text } = await this.#decide(body);
      response.writeHead(status, { 'content-type': type }).end(text);
    } finally {
      this.#underWay -= 1;
    }
  }

  #decide(body: string): Promise<WitnessAnswer> {
    const { state, cosigner, onDoubt } = this.#options;
    return state.change((kept) => {
      const { key } = state;
      const latest = kept.checkpoint && parseCheckpoint(openNote(kept.checkpoint, [key]).text);
      const followed = { keys: [key], ...(latest && { latest }) };
      const logOf = (origin: string) => (origin === key.name ? followed : undefined);
      const result = answerAddCheckpoint(body, logOf, cosigner, Math.floor(Date.now() / 1000));
      if (result.isDoubtful) onDoubt?.(parseAddCheckpoint(body).checkpoint);
      return { result, keep: result.cosigned && { ...kept, checkpoint: parseAddCheckpoint(body).checkpoint } };
    });
  }

  #fail(error: Error, response: ServerResponse): void {
    if (response.socket?.destroyed) return;
    this.#options.onError?.(error);
    if (response.headersSent) response.destroy();
    else refuse(response, 500, 'the witness cannot keep its state at the moment');
  }
}

/** Ends the connection: the rest of the request is not read. */
function refuse(response: ServerResponse, status: number, message: string, headers: Record<string, string> = {}): void {
  response
    .writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close', ...headers })
    .end(`${message}\n`);
}

/** Undefined if it is too long. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request.iterator({ destroyOnReturn: false })) {
    bytes += (part as Buffer).length;
    if (bytes > MAX_BODY_BYTES) return undefined;
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts).toString();
}
