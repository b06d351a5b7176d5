// The route service's thread: answers calls, and follows the journal in between.
import { workerData } from 'node:worker_threads';
import { openTail, type StoreModule } from '../ports/tail.ts';
import { answerCalls, speak } from '../thread/answer-calls.ts';
import { RouteService, type RouteServiceOptions } from './service.ts';
import type { RouteNotice, RouteThreadQuestion } from './wire.ts';

export type ThreadOptions = { readonly tail: StoreModule; readonly limits: Omit<RouteServiceOptions, 'onRestart'> };

/** Often enough that there is little to catch up with when a question arrives. */
const FOLLOW_EVERY_MS = 200;
/** More rollbacks than one thread will ever see. */
const HISTORIES = 2 ** 32;

const say = speak<RouteNotice>();
const { tail, limits, thread }: ThreadOptions & { readonly thread: number } = workerData;
const service = new RouteService(await openTail(tail), { ...limits, onRestart: (restarted) => say({ restarted }) });

async function answer(questions: readonly RouteThreadQuestion[]) {
  const reply = await service.answer(questions);
  // Makes the history numbers of a restarted thread differ from those of the thread before.
  return 'history' in reply ? { ...reply, history: HISTORIES * thread + reply.history } : reply;
}
answerCalls({ routes: { answer } }, () => service.close());

let said = -1;
async function follow(): Promise<void> {
  await service.answer([]);
  if (service.sequence !== said) say({ followed: service.sequence });
  said = service.sequence;
  setTimeout(follow, FOLLOW_EVERY_MS);
}
await follow();
