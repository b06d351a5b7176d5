// Questions that many ask before anything has changed: their answer is worked out and printed once.
import type { FastifyReply, FastifyRequest, preValidationHookHandler } from 'fastify';

// Both bound what someone can make the server remember.
const MAX_ANSWERS = 1000;
const MAX_LENGTH = 4096;

declare module 'fastify' {
  interface FastifyRequest {
    /** Where the journal stood after the question came in, if anybody looked. */
    seen: number | undefined;
  }
}

/** Answers that depend on nothing but the question and the state of the exchange. */
export class RecentAnswers {
  readonly #sequenceNow: () => Promise<number>;
  #sequence = -1;
  readonly #texts = new Map<string, string>();

  constructor(sequenceNow: () => Promise<number>) {
    this.#sequenceNow = sequenceNow;
  }

  /** Answers a question that was answered since the last change; what has an answer needs no validation again. */
  readonly find: preValidationHookHandler = (request, reply, done) => {
    this.#sequenceNow().then((sequence) => {
      if (sequence !== this.#sequence) this.#texts.clear();
      this.#sequence = sequence;
      request.seen = sequence;
      const text = this.#texts.get(request.url);
      if (text === undefined) done();
      else sendJson(reply, text);
    }, done);
  };

  /** Unless the journal has moved on since anybody looked: then it may not hold any more. */
  keep({ seen, url }: FastifyRequest, text: string): void {
    if (seen !== this.#sequence || url.length + text.length > MAX_LENGTH) return;
    if (this.#texts.size >= MAX_ANSWERS) this.#texts.clear();
    this.#texts.set(url, text);
  }
}

export const sendJson = (reply: FastifyReply, text: string): FastifyReply =>
  reply.header('content-type', 'application/json; charset=utf-8').send(text);
