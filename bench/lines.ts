// A process that is asked in lines of JSON and answers in lines of JSON: both its ends.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

/** Answers each line of standard input, one after the other, until it ends. */
export async function answerLines<Question, Answer>(answer: (question: Question) => Promise<Answer>): Promise<void> {
  for await (const line of createInterface({ input: process.stdin })) {
    console.log(JSON.stringify(await answer(JSON.parse(line))));
  }
}

/** The other end: a child process that is asked one thing at a time. */
export class Asked<Question, Answer> {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #answers: AsyncIterator<string>;
  readonly #name: string;

  constructor(args: readonly string[], settings: Readonly<Record<string, string>> = {}) {
    const env = { ...process.env, ...settings };
    this.#name = args.join(' ');
    this.#child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
    this.#answers = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  async ask(question: Question): Promise<Answer> {
    this.#child.stdin.write(`${JSON.stringify(question)}\n`);
    const { value, done } = await this.#answers.next();
    if (done) throw new Error(`${this.#name} ended without an answer`);
    return JSON.parse(value);
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.stdin.end();
    await ended;
  }
}
