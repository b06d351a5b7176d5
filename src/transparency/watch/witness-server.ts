// A C2SP witness of one log: cosigns each checkpoint that continues the last one, over HTTP.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openCheckpoint } from '../format/evidence.ts';
import type { SigningKey } from '../format/keys.ts';
import { answerAddCheckpoint, parseAddCheckpoint, type WitnessAnswer } from '../format/witness.ts';
import type { WatchedLog, WatchState } from './watch-state.ts';
import { LogAlarm } from './watcher.ts';

export type WitnessOptions = {
  readonly host: string;
  /** 0 for a free port. */
  readonly port: number;
  readonly cosigner: SigningKey;
  readonly state: WatchState;
  /** Called if the log has signed another root for the size that was cosigned last; the request is answered once the promise resolves. */
  readonly onFork?: (alarm: LogAlarm) => Promise<void>;
  /** Called if the log has signed a checkpoint that the proof which came with it does not connect to the last one. It is in the state then. */
  readonly onDoubt?: (note: string) => void;
  readonly onError?: (error: Error) => void;
  /** Limits the connections of each address. */
  readonly boundConnections?: (server: Server) => void;
};

/** A fork is evidence by itself; a doubt must be compared with what the exchange shows. */
type Decision = { readonly answer: WitnessAnswer; readonly fork?: LogAlarm; readonly doubt?: string };

/** A proof and a note with a hundred signatures fit in. */
const MAX_BODY_BYTES = 65_536;
/** Requests whose body has arrived, so that slow ones do not count; each is answered within milliseconds. */
const MOST_AT_ONCE = 100;
const TIMEOUT_MS = 10_000;
/** How often connections are checked for their timeout. */
const CHECK_MS = 1000;
/** Doubts on disk. When there are more, the first are kept: each is settled in the next round that the exchange answers. */
const MOST_DOUBTS = 32;
/** How long requests under way are waited for when the witness stops. */
const LINGER_MS = 5000;

export class WitnessServer {
  readonly #options: WitnessOptions;
  readonly #server: Server;
  #underWay = 0;

  private constructor(options: WitnessOptions) {
    this.#options = options;
    const timeouts = { requestTimeout: TIMEOUT_MS, headersTimeout: TIMEOUT_MS, connectionsCheckingInterval: CHECK_MS };
    this.#server = createServer(timeouts, (request, response) => {
      this.#answer(request, response).catch((error) => this.#fail(error, response));
    });
    options.boundConnections?.(this.#server);
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
    const body = await bodyOf(request);
    if (body === undefined) return refuse(response, 413, `a request has at most ${MAX_BODY_BYTES} bytes`);
    if (this.#underWay >= MOST_AT_ONCE)
      return refuse(response, 503, 'too many requests at once', { 'retry-after': '1' });
    this.#underWay += 1;
    try {
      const { status, type, body: text } = await this.#decide(body);
      response.writeHead(status, { 'content-type': type }).end(text);
    } finally {
      this.#underWay -= 1;
    }
  }

  async #decide(body: string): Promise<WitnessAnswer> {
    const { state, cosigner, onFork, onDoubt } = this.#options;
    const { answer, fork, doubt } = await state.change<Decision>((kept) => {
      const { key } = state;
      const latest = kept.checkpoint && openCheckpoint(kept.checkpoint, key);
      const followed = { keys: [key], ...(latest && { latest }) };
      const logOf = (origin: string) => (origin === key.name ? followed : undefined);
      const answer = answerAddCheckpoint(body, logOf, cosigner, Math.floor(Date.now() / 1000));
      if (answer.cosigned)
        return { result: { answer }, keep: { ...kept, checkpoint: parseAddCheckpoint(body).checkpoint } };
      if (!answer.isDoubtful || !latest || !kept.checkpoint) return { result: { answer } };
      const { checkpoint: note } = parseAddCheckpoint(body);
      if (openCheckpoint(note, key).size === latest.size) {
        const fork = new LogAlarm({ kind: 'fork', checkpoints: [kept.checkpoint, note], hashes: [] }, key);
        return { result: { answer, fork } };
      }
      return { result: { answer, doubt: note }, keep: withDoubt(kept, note) };
    });
    if (fork) await onFork?.(fork);
    if (doubt !== undefined) onDoubt?.(doubt);
    return answer;
  }

  #fail(error: Error, response: ServerResponse): void {
    if (response.socket?.destroyed) return;
    this.#options.onError?.(error);
    if (response.headersSent) response.destroy();
    else refuse(response, 500, 'the witness cannot keep its state at the moment');
  }
}

/** Undefined if nothing changes: the note is known, or there are too many. */
function withDoubt({ doubts = [], ...kept }: WatchedLog, note: string): WatchedLog | undefined {
  if (doubts.includes(note) || doubts.length >= MOST_DOUBTS) return undefined;
  return { ...kept, doubts: [...doubts, note] };
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
