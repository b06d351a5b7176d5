// millpond audit
import { readFile } from 'node:fs/promises';
import { AuditOffence, audit, MarketOffence } from '../../audit/audit.ts';
import { auditChainRequests } from '../../audit/chain-requests.ts';
import type { BroughtCheckpoint, LogReport } from '../../audit/log.ts';
import { statePoint } from '../../audit/statement.ts';
import { LedgerVenue } from '../../ledger/ledger-venue.ts';
import type { AuditPoint } from '../../ports/audits.ts';
import { MAX_BATCH, type Store } from '../../ports/store.ts';
import { parseCheckpoint } from '../../transparency/format/checkpoint.ts';
import { parseNote } from '../../transparency/format/note.ts';
import { BadUsage, type Flags, type OpenStore } from '../command.ts';
import { type Progress, progressOn } from '../progress.ts';
import { existingLogKey } from '../serve/public-log.ts';
import { policyOf, type Settings } from '../settings.ts';

/** Orders compared with the chain by default: each takes about a dozen requests, and a public endpoint allows one to ten per second. */
const ORDERS_COMPARED = 20;
const DAY_MS = 86_400_000;
const NOTHING_NEW =
  'nothing is stated: market data and public log have not come further than the last audit, or there are none, or the key of the log is not here';

export async function runAudit(settings: Settings, flags: Flags, openStore: OpenStore): Promise<number> {
  const most = mostOf(flags.compare);
  const brought = flags.checkpoint === undefined ? undefined : await checkpointIn(flags.checkpoint);
  const store = await openStore(settings, { mustExist: true });
  const progress = progressOn(process.stderr);
  const startedAtMs = Date.now();
  let [checked, head, after] = [0, 0, 0];
  // A failure to record the result is ignored: a database user with read-only rights can audit, too.
  const record = (state: 'passed' | 'failed', fault: string | null) =>
    store.audits.record({ state, fault, checked, head, after, startedAtMs }).catch(() => {});
  try {
    head = await store.head();
    const onProgress = (done: number, total: number, from: number) => {
      [checked, head, after] = [done, total, from];
      progress.show('audit', done, total);
    };
    let whyAll = brought && ', since a checkpoint is about the whole journal';
    const onFull = (why: string) => {
      whyAll = `, since ${why}`;
    };
    const fullEveryMs = settings.FULL_AUDIT_DAYS * DAY_MS;
    // On TON the journal is short, and its ledger takes no statements.
    const chain = settings.VENUE === 'ton' ? undefined : { nowMs: startedAtMs, fullEveryMs, onFull };
    const { transactions, transfers, balances, log, point, seed } = await audit(store, onProgress, {
      brought,
      keyText: existingLogKey(settings)?.text,
      seed: flags.seed,
      chain,
      ...(flags.full && { isFull: true }),
    });
    const chainRequests = await auditChainRequests(store);
    const compared = chainRequests > 0 && most > 0 ? await compare(settings, store, most, progress) : undefined;
    progress.end();
    await record('passed', null);
    const from = after > 0 ? ` from transaction ${after + 1} on` : '';
    const read = `${transactions - after} transactions, ${transfers} transfers, ${balances} balances`;
    console.log(`audit passed${from}: ${read}`);
    if (after > 0) console.log(`read from where the last audit ended, and ${sampledWords(log, seed)}`);
    else if (transactions > 0) console.log(`read all transactions${whyAll ?? ''}`);
    for (const line of logLines(log)) console.log(line);
    if (chainRequests > 0) console.log(`${chainRequests} orders on TON; ${compared ?? 'not compared with the chain'}`);
    if (flags.publish) console.log(point ? await stated(settings, store, point) : NOTHING_NEW);
    if (transactions === 0) console.log('the exchange is empty: there are no transactions');
    return 0;
  } catch (error) {
    progress.end();
    if (!(error instanceof AuditOffence)) throw error;
    await record('failed', error.message);
    console.error(`audit FAILED: ${error.message}`);
    if (error instanceof MarketOffence)
      console.error(
        'the journal and the balances are correct; run millpond market rebuild to recompute the market data',
      );
    return 1;
  } finally {
    await store.close();
  }
}

const sampledWords = ({ sampled }: LogReport, seed: string): string =>
  `${sampled} earlier transactions, drawn at random (--seed ${seed})`;

/** Says about the public log what was compared, and nothing else. */
function logLines({ checkpoints, vkey, unsigned, brought }: LogReport): readonly string[] {
  const kept = `${checkpoints} ${checkpoints === 1 ? 'checkpoint' : 'checkpoints'} of the public log compared`;
  return [
    ...(checkpoints > 0 ? [kept] : []),
    ...(vkey === undefined ? [] : [`signed with ${vkey}; compare it with the key that was published`]),
    ...unsigned.map(
      (origin) => `no checkpoint of ${origin} is kept here, so nothing shows what was signed: bring one (--checkpoint)`,
    ),
    ...(brought === undefined ? [] : [`the journal continues the checkpoint of ${brought} entries`]),
  ];
}

/** States where the next audit may start. */
async function stated(settings: Settings, store: Store, point: AuditPoint): Promise<string> {
  const { MAX_QUEUE: maxQueue, REQUEST_TIMEOUT: maxWaitMs } = settings;
  const venue = new LedgerVenue(store, { policy: policyOf(settings), maxBatch: MAX_BATCH, maxQueue, maxWaitMs });
  const transactionId = await statePoint(point, venue, store.audits);
  return `stated in the journal that everything up to transaction ${point.asOf} is audited: transaction ${transactionId}`;
}

/** A checkpoint as it was signed, or the state file of `millpond watch`. */
async function checkpointIn(file: string): Promise<BroughtCheckpoint> {
  try {
    const text = await readFile(file, 'utf8');
    const note: string = text.startsWith('{') ? JSON.parse(text).checkpoint : text;
    const { origin, size, root } = parseCheckpoint(parseNote(note).text);
    return { origin, size, root: Buffer.from(root).toString('base64') };
  } catch (error) {
    throw new BadUsage(`--checkpoint ${file}: ${(error as Error).message}`);
  }
}

function mostOf(compare: string | undefined): number {
  if (compare === undefined) return ORDERS_COMPARED;
  if (compare === 'all') return Number.MAX_SAFE_INTEGER;
  if (!/^\d{1,9}$/.test(compare)) throw new BadUsage('--compare must be a number, or all');
  return Number(compare);
}

/** Compares the last orders with the chain and returns a phrase that says how many; throws `AuditOffence` if one differs. */
async function compare(settings: Settings, store: Store, most: number, progress: Progress): Promise<string> {
  // Imported only if there are orders on a chain: most exchanges use none.
  const { openChain } = await import('../serve/ton/endpoint.ts');
  const { compareWithChain } = await import('../../ton/audit/chain.ts');
  const chain = await openChain(settings).catch((error: Error) => error);
  if (chain instanceof Error) return `not compared with the chain: ${chain.message}`;
  const onProgress = (done: number, total: number) => progress.show('orders', done, total);
  const { compared, unknown, fault } = await compareWithChain({
    requests: store.chainRequests,
    chain,
    most,
    onProgress,
  });
  if (fault !== undefined) throw new AuditOffence(`TON: ${fault}`);
  const more = unknown === 0 ? '' : `, ${unknown} more could not be: the endpoint does not show them`;
  return `${compared} of the last compared with the chain${more}`;
}
