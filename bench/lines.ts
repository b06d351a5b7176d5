// Both ends of a child process that reads requests and prints answers, each as a line of JSON.
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

type Child = {
  readonly process: ChildProcessByStdio<Writable, Readable, null>;
  readonly answers: AsyncIterator<string>;
};

/** The parent's end: sends one request at a time to the child process, which is started again for the next request if it has ended. */
export class AskedProcess<Question, Answer> {
  readonly #args: readonly string[];
  readonly #settings: Readonly<Record<string, string>>;
  #child: Child | undefined;

  constructor(args: readonly string[], settings: Readonly<Record<string, string>> = {}) {
    this.#args = args;
    this.#settings = settings;
  }

  async ask(question: Question): Promise<Answer> {
    this.#child ??= this.#start();
    this.#child.process.stdin.write(`${JSON.stringify(question)}\n`);
    const { value, done } = await this.#child.answers.next();
    if (!done) return JSON.parse(value);
    this.#child = undefined;
    throw new Error(`${this.#args[0]} ended without an answer`);
  }

  async stop(): Promise<void> {
    const child = this.#child?.process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.stdin.end();
    await ended;
  }

  #start(): Child {
    const env = { ...process.env, ...this.#settings };
    const child = spawn(process.execPath, this.#args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
    // Ignored: if the process has ended, the end of its output is noticed when the answer is read.
    child.stdin.on('error', () => {});
    return { process: child, answers: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
  }
}
