// One connection that has at most one request under way.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { AnswerReader } from './answer.ts';
import type { Chooser } from './requests.ts';

// All connections share one buffer: each received part is handled before the next is read.
const BUFFER = Buffer.alloc(65_536);

export class Connection {
  /** When the current request was sent or, if requests are sent at a fixed rate, when it was due. */
  sinceMs = 0;
  readonly #socket: Socket;
  readonly #choose: Chooser;
  #isDone = false;

  private constructor(socket: Socket, choose: Chooser) {
    this.#socket = socket;
    this.#choose = choose;
  }

  static async open(url: string, choose: Chooser, onAnswer: (from: Connection, refusal: string | undefined) => void) {
    const { hostname, port } = new URL(url);
    const reader = new AnswerReader();
    const callback = (length: number) => {
      if (reader.take(BUFFER, length)) onAnswer(connection, reader.refusal);
      return true;
    };
    const socket = connect({ host: hostname, port: Number(port), noDelay: true, onread: { buffer: BUFFER, callback } });
    const connection = new Connection(socket, choose);
    await once(socket, 'connect');
    // The error ends this process, which its parent notices.
    socket.on('close', () => {
      if (!connection.#isDone) throw new Error('the server closed a connection');
    });
    return connection;
  }

  send(sinceMs: number): void {
    this.sinceMs = sinceMs;
    this.#socket.write(this.#choose());
  }

  close(): void {
    this.#isDone = true;
    this.#socket.destroy();
  }
}
