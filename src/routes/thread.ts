// The thread that follows the journal: answers what it is called for, and goes on by itself while nobody asks.
import { workerData } from 'node:worker_threads';
import { openTail, type TailPlace } from '../ports/tail.ts';
import { answerCalls, speak } from '../thread/answer-calls.ts';
import { RouteService, type RouteServiceOptions } from './service.ts';
import type { AnyQuestion, Notice } from './wire.ts';

export type ThreadOptions = { readonly tail: TailPlace; readonly limits: Omit<RouteServiceOptions, 'onRestart'> };

/** Often enough that there is little to catch up with when somebody asks. */
const FOLLOW_EVERY_MS = 200;
/** More than one thread will ever find. */
const HISTORIES = 2 ** 32;

const say = speak<Notice>();
const { tail, limits, thread }: ThreadOptions & { readonly thread: number } = workerData;
const service = new RouteService(await openTail(tail), { ...limits, onRestart: (restarted) => say({ restarted }) });

async function answer(questions: readonly AnyQuestion[]) {
  const reply = await service.answer(questions);
  // A thread that starts does not know what the one before had found.
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
