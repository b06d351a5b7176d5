// A TCP proxy in front of PostgreSQL that loses connections as networks do: cut, silent, refused, or just around a statement.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Random } from '../simulation/random.ts';
import { readFrames, type Statement, StatementReader } from './wire.ts';

/**
 * `before`: the statement never reaches the server. `during`: it is sent, and the connection is cut without waiting.
 * `after`: the server has executed it, and its answer is lost. `silence`: it is sent, and nothing passes from then on.
 * `hold`: it never reaches the server, but the server's messages still pass.
 * `forget`: the server has forgotten the statements prepared on this connection.
 * `late`: the node is cut off, and the statement arrives only with `deliver`.
 */
export type How = 'before' | 'during' | 'after' | 'silence' | 'hold' | 'late' | 'forget';
const NOT_SENT: readonly (How | undefined)[] = ['before', 'hold', 'late'];
type Trap = { readonly at: (statement: Statement) => boolean; readonly how: How; sprung(): void };

const message = (type: string, text: string): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length + 5);
  return Buffer.concat([Buffer.from(type), length, Buffer.from(`${text}\0`)]);
};
const FORGET = message('Q', 'DEALLOCATE ALL');
const FORGOTTEN = message('C', 'DEALLOCATE ALL');

/** Matches a COMMIT when it is executed. */
export const COMMIT = ({ step, text }: Statement): boolean => step === 'run' && text === 'COMMIT';

export class DatabaseProxy {
  readonly url: string;
  cuts = 0;
  readonly #target: { readonly host: string; readonly port: number };
  readonly #port: number;
  readonly #links = new Set<Link>();
  #server: Server | undefined;
  #silent = false;
  #trap: Trap | undefined;

  private constructor(url: URL, server: Server) {
    this.#target = { host: url.hostname, port: Number(url.port || 5432) };
    this.#port = (server.address() as AddressInfo).port;
    const own = new URL(url);
    own.host = `127.0.0.1:${this.#port}`;
    this.url = own.href;
    this.#use(server);
    onTestFinished(() => this.refuse());
  }

  static async start(databaseUrl: string): Promise<DatabaseProxy> {
    return new DatabaseProxy(new URL(databaseUrl), await listen(0));
  }

  /** Loses the connection in this way at the next matching statement, once; resolves when that has happened. */
  trap(at: (statement: Statement) => boolean, how: How): Promise<void> {
    return new Promise((resolve) => {
      this.#trap = { at, how, sprung: resolve };
    });
  }

  /** Sends the server the statements that `late` has held back. */
  deliver(): void {
    for (const link of this.#links) link.deliver();
  }

  cutAll(): void {
    for (const link of this.#links) this.#cut(link);
  }

  cutOne(random: Random): void {
    const link = random.pickAny([...this.#links]);
    if (link) this.#cut(link);
  }

  /** The database is away: open connections are cut, and new ones are refused. */
  async refuse(): Promise<void> {
    const server = this.#server;
    if (!server) return;
    this.#server = undefined;
    const closed = once(server, 'close');
    server.close();
    this.cutAll();
    await closed;
  }

  async accept(): Promise<void> {
    if (!this.#server) this.#use(await listen(this.#port));
  }

  /** Acts as a black hole: connections stay open and new ones are accepted, but nothing passes through them, not even their close. */
  silence(): void {
    this.#silent = true;
    for (const link of this.#links) link.silent = true;
  }

  /** New connections pass from now on; silenced ones stay silent, as after a change of network. */
  speak(): void {
    this.#silent = false;
  }

  #use(server: Server): void {
    this.#server = server;
    server.on('connection', (client) => {
      const link = new Link(client, connect(this.#target), (statement) => this.#spring(statement));
      link.silent = this.#silent;
      this.#links.add(link);
      link.ended.then(() => this.#links.delete(link));
    });
  }

  #spring(statement: Statement): Trap | undefined {
    const trap = this.#trap;
    if (!trap?.at(statement)) return undefined;
    this.#trap = undefined;
    this.cuts += 1;
    return trap;
  }

  #cut(link: Link): void {
    this.cuts += 1;
    link.cut();
  }
}

/** A node's connection to the proxy, and the proxy's connection to the server for it. */
class Link {
  silent = false;
  readonly ended: Promise<unknown>;
  readonly #client: Socket;
  readonly #server: Socket;
  readonly #statements = new StatementReader();
  readonly #spring: (statement: Statement) => Trap | undefined;
  #sprung: Trap | undefined;
  #forgotten: Trap | undefined;
  #unsent: Buffer = Buffer.alloc(0);
  readonly #late: Buffer[] = [];

  constructor(client: Socket, server: Socket, spring: (statement: Statement) => Trap | undefined) {
    this.#client = client;
    this.#server = server;
    this.#spring = spring;
    for (const socket of [client, server]) socket.setNoDelay(true).on('error', () => {});
    client.on('data', (bytes: Buffer) => this.#fromClient(bytes));
    for (const end of ['end', 'close']) client.on(end, () => this.silent || server.end());
    server.on('data', (bytes: Buffer) => this.#fromServer(bytes)).on('close', () => this.silent || client.destroy());
    this.ended = Promise.all([client, server].map((socket) => new Promise((resolve) => socket.once('close', resolve))));
  }

  deliver(): void {
    if (this.#sprung?.how === 'late') this.#server.end(Buffer.concat(this.#late));
  }

  cut(): void {
    this.#client.resetAndDestroy();
    this.#server.destroy();
  }

  #fromClient(bytes: Buffer): void {
    if (this.silent || this.#sprung) return;
    this.#unsent = Buffer.concat([this.#unsent, bytes]);
    const { frames, rest } = readFrames(this.#unsent, this.#statements.started);
    this.#unsent = rest;
    for (const frame of frames) {
      const statement = this.#statements.read(frame);
      this.#sprung ??= statement && this.#spring(statement);
      if (this.#sprung?.how === 'forget') {
        this.#server.write(FORGET);
        this.#forgotten = this.#sprung;
        this.#sprung = undefined;
      }
      if (NOT_SENT.includes(this.#sprung?.how)) this.#late.push(frame);
      else this.#server.write(frame);
    }
    if (this.#sprung?.how === 'before' || this.#sprung?.how === 'during') this.#hangUp();
    if (this.#sprung?.how === 'silence' || this.#sprung?.how === 'late') this.silent = true;
    if (this.#sprung?.how === 'late') this.#client.resetAndDestroy();
    if (this.silent || this.#sprung?.how === 'hold') this.#sprung?.sprung();
  }

  #fromServer(bytes: Buffer): void {
    if (this.silent) return;
    const at = this.#forgotten ? bytes.indexOf(FORGOTTEN) : -1;
    if (at >= 0) {
      this.#forgotten?.sprung();
      this.#forgotten = undefined;
      this.#client.write(bytes.subarray(0, at));
      // Skips the answer to the DEALLOCATE, including the message that the server is ready.
      this.#client.write(bytes.subarray(at + FORGOTTEN.length + 6));
      return;
    }
    if (!this.#sprung || this.#sprung.how === 'hold') this.#client.write(bytes);
    else if (this.#sprung.how === 'after' && bytes.includes('COMMIT\0')) this.#hangUp();
  }

  /** Data passed to the server still arrives there; the node is cut off at once. */
  #hangUp(): void {
    this.#server.end();
    this.#client.resetAndDestroy();
    this.#sprung?.sprung();
  }
}

async function listen(port: number): Promise<Server> {
  const server = createServer({ allowHalfOpen: true }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
