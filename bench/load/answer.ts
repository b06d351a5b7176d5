// Finds the end of an HTTP answer and its status by a few bytes; only an unusual head is parsed as text.

const [CR, LF, COLON, SPACE, ZERO] = [13, 10, 58, 32, 48];

export class AnswerReader {
  /** The received part of the last answer, if its status is not 200. */
  refusal: string | undefined;
  #missing = 0;
  #begun: Buffer | undefined;
  // The place of Content-Length in the previous answer, and the distance from its end to the body: most answers have the same head.
  #digitsAt = 3;
  #bodyAfter = 4;

  /** Takes the first `length` bytes of a buffer, which it does not keep; returns true if they complete the answer. */
  take(buffer: Buffer, length: number): boolean {
    if (this.#missing === 0 || this.#begun) this.#missing = this.#begin(buffer, length);
    else this.#missing -= length;
    if (this.#missing < 0) throw new Error('more was answered than was asked');
    return this.#missing === 0;
  }

  /** The number of bytes missing after this first part of an answer. */
  #begin(buffer: Buffer, length: number): number {
    if (this.#begun) {
      const whole = Buffer.concat([this.#begun, buffer.subarray(0, length)]);
      this.#begun = undefined;
      return this.#begin(whole, whole.length);
    }
    const end = this.#quickEnd(buffer, length) || this.#slowEnd(buffer, length);
    if (end === 0) {
      this.#begun = Buffer.from(buffer.subarray(0, length));
      return 1;
    }
    // "HTTP/1.1 200"
    const isOk = buffer[9] === ZERO + 2 && buffer[10] === ZERO && buffer[11] === ZERO;
    this.refusal = isOk ? undefined : buffer.toString('latin1', 0, length);
    return end - length;
  }

  #quickEnd(buffer: Buffer, length: number): number {
    let at = this.#digitsAt;
    if (buffer[at - 2] !== COLON || buffer[at - 1] !== SPACE) return 0;
    let bodyLength = 0;
    for (let byte = buffer[at] as number; byte !== CR; byte = buffer[++at] as number) {
      if (byte < ZERO || byte > ZERO + 9) return 0;
      bodyLength = bodyLength * 10 + byte - ZERO;
    }
    const body = at + this.#bodyAfter;
    // Beyond the length, the buffer holds an older answer.
    if (body > length) return 0;
    if (buffer[body - 4] !== CR || buffer[body - 3] !== LF || buffer[body - 2] !== CR || buffer[body - 1] !== LF)
      return 0;
    return body + bodyLength;
  }

  #slowEnd(buffer: Buffer, length: number): number {
    const text = buffer.toString('latin1', 0, length);
    const headEnd = text.indexOf('\r\n\r\n');
    if (headEnd < 0) return 0;
    const found = /\r\ncontent-length: (\d+)\r\n/i.exec(text);
    if (!found || found.index > headEnd) throw new Error(`an answer without a length: ${text.slice(0, headEnd)}`);
    const digits = found[1] as string;
    this.#digitsAt = found.index + found[0].length - 2 - digits.length;
    this.#bodyAfter = headEnd + 4 - this.#digitsAt - digits.length;
    return headEnd + 4 + Number(digits);
  }
}
