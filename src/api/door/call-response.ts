// A response whose head and body are written to the socket as one text, without checking headers that are the same in every response.
import type { IncomingMessage } from 'node:http';
import { COMMON_HEADERS } from './response-headers.ts';

// An `import` of node:http would make Node load its second HTTP client, too, at a cost of 20 MB.
const http = process.getBuiltinModule('node:http');

/** How long a connection may be idle between two requests; clients are told in the header Keep-Alive. */
export const KEEP_ALIVE_MS = 72_000;

const COMMON_LINES = COMMON_HEADERS.map(([name, value]) => `${name}: ${value}\r\n`).join('');
const KEEP_ALIVE_LINES = `Connection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_MS / 1000}\r\n`;
const CLOSE_LINE = 'Connection: close\r\n';

/** Everything but tabs and visible characters: a line break would start another header (RFC 9110, 5.5). */
const FORBIDDEN = /[^\t\x20-\x7e\x80-\xff]/;

export type Headers = readonly (readonly [name: string, value: string])[];

/** Fields of Node's ServerResponse that `end` sets; a test compares the responses with those that Node itself sends. */
type Private = { _header: string; _headerSent: boolean; _hasBody: boolean; _last: boolean; finished: boolean };

export class CallResponse<Request extends IncomingMessage = IncomingMessage> extends http.ServerResponse<Request> {
  /** Sends a whole response; `headers` are those besides the common ones, and `lines` are more that need no check. */
  sendText(status: number, id: string, headers: Headers, content: string, lines = ''): void {
    const bytes = Buffer.byteLength(content);
    // If there are as many bytes as characters, the text is ASCII, which is faster to copy as latin1.
    const encoding = bytes === content.length ? 'latin1' : 'utf8';
    const response = this as this & Private;
    response.statusCode = status;
    // Node has set it already if the client has closed its sending side: the connection is then closed after this response.
    if (!this.shouldKeepAlive) response._last = true;
    response._header =
      `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\nx-request-id: ${id}\r\n${COMMON_LINES}${linesOf(headers)}${lines}` +
      `content-length: ${bytes}\r\nDate: ${dateNow()}\r\n${this.shouldKeepAlive ? KEEP_ALIVE_LINES : CLOSE_LINE}\r\n`;
    const { socket } = this;
    // Node itself handles a socket that is closed, or that earlier responses of the connection still use.
    if (!socket?.writable) return void this.end(content, encoding);
    response._headerSent = true;
    response.finished = true;
    socket.write(response._hasBody ? response._header + content : response._header, encoding);
    // If the socket has not taken everything yet, an empty write is queued: its callback tells when the text is sent.
    if (socket.writableLength > 0) socket.write('', 'latin1', (error) => void (error ?? this.emit('finish')));
    else if (!socket.errored) this.emit('finish');
  }
}

function linesOf(headers: Headers): string {
  let lines = '';
  for (const [name, value] of headers) {
    if (FORBIDDEN.test(value)) throw new Error(`The header ${name} has a character that is not allowed.`);
    lines += `${name}: ${value}\r\n`;
  }
  return lines;
}

let [date, dateSecond] = ['', 0];

/** The time as HTTP prints it, printed once a second. */
function dateNow(): string {
  const nowMs = Date.now();
  const second = Math.floor(nowMs / 1000);
  if (second !== dateSecond) date = new Date(nowMs).toUTCString();
  dateSecond = second;
  return date;
}
