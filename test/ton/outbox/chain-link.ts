// A chain in the parent process, over the IPC channel: it outlives a killed child.
import type { ChildProcess } from 'node:child_process';
import { Address, Cell, loadTransaction, type Transaction } from '@ton/core';
import type { AccountState, Chain } from '../../../src/ton/chain.ts';
import type { PaperChain } from './paper-chain.ts';

type Place = { readonly lt: bigint; readonly hash: Uint8Array };
type Question =
  | { readonly account: string }
  | { readonly send: Uint8Array }
  | {
      readonly transactionsOf: string;
      readonly page: { readonly limit: number; readonly from?: Place; readonly toLt?: bigint };
    }
  | { readonly taken: { readonly source: string; readonly destination: string; readonly createdLt: bigint } };
type Request = { readonly number: number; readonly question: Question };
type Response = { readonly number: number; readonly answer?: unknown; readonly error?: string };

/** Answers the child's requests to the chain; runs in the parent. */
export function answerOver(child: ChildProcess, chain: PaperChain): void {
  child.on('message', async (asked: Request) => {
    if (asked.question === undefined) return;
    const { number } = asked;
    const said = await answer(chain, asked.question).then(
      (value): Response => ({ number, answer: value }),
      (error: Error): Response => ({ number, error: error.message }),
    );
    if (child.connected) child.send(said, () => {});
  });
}

async function answer(chain: PaperChain, question: Question): Promise<unknown> {
  if ('account' in question) {
    const { code, data, ...state } = await chain.account(Address.parseRaw(question.account));
    return { ...state, code: textOf(code), data: textOf(data) };
  }
  if ('send' in question) return chain.send(Buffer.from(question.send));
  if ('taken' in question) {
    const { source, destination, createdLt } = question.taken;
    const ends = { source: Address.parseRaw(source), destination: Address.parseRaw(destination) };
    return textOf((await chain.taken({ ...ends, createdLt }))?.raw ?? null);
  }
  const { from, ...page } = question.page;
  const start = from && { from: { lt: from.lt, hash: Buffer.from(from.hash) } };
  const found = await chain.transactions(Address.parseRaw(question.transactionsOf), { ...page, ...start });
  return found.map(({ raw }) => textOf(raw));
}

/** A chain whose calls are answered by the parent; runs in the child. */
export function linkedChain(onPoint: (name: string) => void): Chain {
  const waiting = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>();
  let asked = 0;
  process.on('message', ({ number, answer, error }: Response) => {
    const { resolve, reject } = waiting.get(number) ?? {};
    waiting.delete(number);
    if (error === undefined) resolve?.(answer);
    else reject?.(new Error(error));
  });
  const ask = async (name: string, question: Question): Promise<unknown> => {
    onPoint(`before ${name}`);
    asked += 1;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    waiting.set(asked, { resolve, reject });
    process.send?.({ number: asked, question } satisfies Request);
    const answer = await promise;
    onPoint(`after ${name}`);
    return answer;
  };
  return {
    head: () => Promise.reject(new Error('nobody asks for the head here')),
    run: () => Promise.reject(new Error('nobody asks for a get-method here')),
    async account(address) {
      const state = (await ask('account', { account: address.toRawString() })) as AccountState & {
        code: string | null;
        data: string | null;
      };
      const last = state.last && { lt: state.last.lt, hash: Buffer.from(state.last.hash) };
      return { ...state, last, code: cellOf(state.code), data: cellOf(state.data) };
    },
    async send(boc) {
      await ask('send', { send: boc });
    },
    async transactions(address, page) {
      const found = await ask('transactions', { transactionsOf: address.toRawString(), page });
      return (found as string[]).map(transactionOf);
    },
    async taken({ source, destination, createdLt }) {
      const ends = { source: source.toRawString(), destination: destination.toRawString() };
      const found = await ask('taken', { taken: { ...ends, createdLt } });
      return found === null ? undefined : transactionOf(found as string);
    },
  };
}

const textOf = (cell: Cell | null): string | null => (cell === null ? null : cell.toBoc().toString('base64'));
const cellOf = (text: string | null): Cell | null => (text === null ? null : Cell.fromBase64(text));
const transactionOf = (text: string): Transaction => loadTransaction(Cell.fromBase64(text).beginParse());
