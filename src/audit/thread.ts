// The thread of an audit: reads the journal on its own connection, and reports its progress.
import { setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import { type Journal, type JournalOptions, StoreUnavailable } from '../ports/store.ts';
import { answerCalls, speak } from '../thread/answer-calls.ts';
import { AuditOffence, audit, MarketOffence } from './audit.ts';
import type { AuditNotice, AuditTask } from './auditor.ts';
import { auditChainRequests } from './chain-requests.ts';

const send = speak<AuditNotice>();
const { module, options, fullEveryMs, isFull, keyText }: AuditTask = workerData;

// A lower priority than trading; on Linux this applies to the thread alone.
if (process.platform === 'linux') setPriority(10);

// The thread answers no calls, but ends when it is told to.
answerCalls({}, async () => {});

try {
  const { openJournal }: { openJournal(options: object): Promise<Journal> } = await import(module);
  const store = { openJournal: (how?: JournalOptions) => openJournal({ ...options, ...how }) };
  const onFull = (full: string) => send({ full });
  const chain = fullEveryMs === undefined ? undefined : { nowMs: Date.now(), fullEveryMs, onFull };
  const onProgress = (checked: number, head: number, after: number) => send({ checked, head, after });
  const found = await audit(store, onProgress, { chain, keyText, ...(isFull && { isFull }) });
  await auditChainRequests(store);
  send({ passed: found.transactions, point: found.point, seed: found.seed });
} catch (error) {
  send(whyNot(error));
}

function whyNot(error: unknown): AuditNotice {
  const { message } = error as Error;
  if (error instanceof MarketOffence)
    return {
      offence: `${message}. The journal and the balances are sound; "millpond market rebuild" counts the figures anew.`,
    };
  if (error instanceof AuditOffence) return { offence: message };
  // A damaged database fails the audit.
  if (error instanceof StoreUnavailable && error.reason === 'corrupt') return { offence: message };
  return { hindrance: message };
}
