// Reads a public log of any exchange over HTTP. Nothing that it answers is believed before it is checked.
import type { RowProof } from '../format/evidence.ts';
import { type TileId, tilePath } from '../format/tile.ts';
import { HASH_BYTES } from '../format/tree.ts';

/** The log cannot be read at the moment; nothing is known about it. */
export class LogUnreachable extends Error {
  override name = 'LogUnreachable';
}

const MOST_NOTE_BYTES = 100_000;
const MOST_STATEMENTS_BYTES = 1_000_000;
const MOST_ERROR_BYTES = 10_000;
const TIMEOUT_MS = 20_000;

export class RemoteLog {
  readonly url: string;

  /** `url` is that of the exchange. */
  constructor(url: string) {
    this.url = url.replace(/\/+$/, '');
  }

  async checkpoint(): Promise<string> {
    return (await this.#get('checkpoint', MOST_NOTE_BYTES)).toString();
  }

  /** The key that the exchange says is its own, to be trusted on first use only. */
  async vkey(): Promise<string> {
    const text = (await this.#get('getLog', MOST_NOTE_BYTES)).toString();
    try {
      const { vkey } = JSON.parse(text).data;
      if (typeof vkey === 'string') return vkey;
    } catch {
      // Something else than this exchange answers.
    }
    throw new LogUnreachable(`${this.url}/getLog names no vkey`);
  }

  /** Statements of the exchange, which are asked for at the exchange's own address, not at that of one of its logs. */
  async statements(query: string): Promise<readonly RowProof[]> {
    const path = `getStatements?${query}`;
    const text = await this.#get(path, MOST_STATEMENTS_BYTES, false, this.url.replace(/\/[1-9]\d{0,8}$/, ''));
    try {
      const { statements } = JSON.parse(text.toString()).data;
      if (Array.isArray(statements)) return statements;
    } catch {
      // Something else than this exchange answers.
    }
    throw new LogUnreachable(`${this.url}/${path} lists no statements`);
  }

  /** A server may have deleted a partial tile once it is full: the full one is tried then, as tlog-tiles asks. */
  async tile(tile: TileId, { isFresh = false } = {}): Promise<Buffer> {
    const bytes = tile.width * HASH_BYTES;
    try {
      return await this.#exactly(tilePath(tile), bytes, isFresh);
    } catch (error) {
      if (tile.width === 256 || !(error instanceof LogUnreachable)) throw error;
      const full = this.#exactly(tilePath({ ...tile, width: 256 }), 256 * HASH_BYTES, isFresh).catch(() => {
        throw error;
      });
      return (await full).subarray(0, bytes);
    }
  }

  async #exactly(path: string, bytes: number, isFresh: boolean): Promise<Buffer> {
    const found = await this.#get(path, bytes, isFresh);
    if (found.length !== bytes) throw new LogUnreachable(`${this.url}/${path} has ${found.length} bytes, not ${bytes}`);
    return found;
  }

  /** `isFresh` asks caches on the way to answer nothing that they have kept. */
  async #get(path: string, mostBytes: number, isFresh = false, at = this.url): Promise<Buffer> {
    const url = `${at}/${path}`;
    try {
      const answer = await fetch(url, {
        signal: AbortSignal.timeout(TIMEOUT_MS),
        redirect: 'error',
        headers: isFresh ? { 'cache-control': 'no-cache' } : {},
      });
      const parts: Uint8Array[] = [];
      let length = 0;
      for await (const part of answer.body ?? []) {
        length += part.length;
        if (length > Math.max(mostBytes, answer.ok ? 0 : MOST_ERROR_BYTES))
          throw new LogUnreachable(`${url} answers more than ${mostBytes} bytes`);
        parts.push(part);
      }
      const body = Buffer.concat(parts);
      if (!answer.ok) throw new LogUnreachable(`${url} answered ${answer.status}${reasonIn(body)}`);
      return body;
    } catch (error) {
      if (error instanceof LogUnreachable) throw error;
      const { message, cause } = error as Error;
      throw new LogUnreachable(`${url}: ${(cause as Error | undefined)?.message || message}`);
    }
  }
}

/** The error message of an exchange, such as that its log is being computed; without characters that would control a terminal. */
function reasonIn(body: Buffer): string {
  try {
    const { error } = JSON.parse(body.toString());
    return typeof error === 'string' ? `: ${error.slice(0, 200).replaceAll(/\p{C}/gu, '?')}` : '';
  } catch {
    return '';
  }
}
