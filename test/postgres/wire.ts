// The part of PostgreSQL's protocol that is needed to see which statements a client sends.
// https://www.postgresql.org/docs/current/protocol-message-formats.html

/** A statement that a client prepares or runs, with its text; a prepared one may be run much later. */
export type Statement = { readonly step: 'prepare' | 'run'; readonly text: string };

/** Splits bytes into complete messages and the rest of an incomplete one. Only the first message of a connection has no type byte. */
export function readFrames(bytes: Buffer, started: boolean): { frames: readonly Buffer[]; rest: Buffer } {
  const frames: Buffer[] = [];
  let rest = bytes;
  for (let typed = started; ; typed = true) {
    const lead = typed ? 1 : 0;
    const end = rest.length < lead + 4 ? Number.POSITIVE_INFINITY : lead + rest.readUInt32BE(lead);
    if (rest.length < end) return { frames, rest };
    frames.push(rest.subarray(0, end));
    rest = rest.subarray(end);
  }
}

export class StatementReader {
  started = false;
  readonly #texts = new Map<string, string>();

  read(frame: Buffer): Statement | undefined {
    if (!this.started) {
      this.started = true;
      return undefined;
    }
    const [first = '', second = ''] = frame.toString('utf8', 5).split('\0', 2);
    switch (String.fromCharCode(frame[0] as number)) {
      case 'Q':
        return { step: 'run', text: first };
      case 'P':
        this.#texts.set(first, second);
        return { step: 'prepare', text: second };
      case 'B':
        return { step: 'run', text: this.#texts.get(second) ?? '' };
    }
    return undefined;
  }
}
