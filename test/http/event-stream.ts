// An event reader on its own connection that can stop reading without closing it.
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { vi } from 'vitest';

export type SseEvent = { readonly id: number; readonly event: string; readonly data: Record<string, unknown> };

/** Polls until the check passes, however slow the machine is. */
export const until = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 100_000, interval: 10 });

const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });

export class EventStream {
  readonly told: SseEvent[] = [];
  readonly comments: string[] = [];
  /** As a browser keeps it: the id of the last block, with or without an event. */
  lastId = Number.NaN;
  text = '';
  isEnded = false;
  readonly response: IncomingMessage;
  #rest = '';

  private constructor(response: IncomingMessage) {
    this.response = response;
    response.setEncoding('utf8').on('data', (chunk: string) => this.#read(chunk));
    response.on('error', () => {});
    response.on('close', () => {
      this.isEnded = true;
    });
  }

  /** If the answer is not a stream, throws an error with its text, status and headers. */
  static async open(url: string, path: string, headers: Readonly<Record<string, string>> = {}): Promise<EventStream> {
    const asked = request(`${url}${path}`, { agent, headers }).end();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    asked.on('error', () => {});
    if (response.statusCode === 200) return new EventStream(response);
    const chunks = await response.setEncoding('utf8').toArray();
    throw Object.assign(new Error(chunks.join('')), { status: response.statusCode, headers: response.headers });
  }

  /** Events of the journal, without messages about the stream itself. */
  get events(): readonly SseEvent[] {
    return this.told.filter(({ data }) => 'sequence' in data);
  }

  get sequences(): readonly number[] {
    return this.events.map(({ id }) => id);
  }

  close(): void {
    this.response.destroy();
  }

  #read(chunk: string): void {
    this.text += chunk;
    const blocks = (this.#rest + chunk).split('\n\n');
    this.#rest = blocks.pop() as string;
    for (const block of blocks) this.#take(block.split('\n'));
  }

  #take(lines: readonly string[]): void {
    const field = (name: string) =>
      lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) as string;
    this.comments.push(...lines.filter((line) => line.startsWith(':')));
    if (field('id') !== undefined) this.lastId = Number(field('id'));
    const data = field('data');
    if (data !== undefined) this.told.push({ id: this.lastId, event: field('event'), data: JSON.parse(data) });
  }
}
