// Proofs that a balance is counted in what the exchange owes.
import { type Bytes, fromHex, isEqual, list, sha256, toHex, utf8, wholeNumber } from './bytes.ts';
import type { Trust, VerifiedCheckpoint } from './checkpoint.ts';
import { hashJoin, rootOfPath } from './merkle.ts';
import { ProofRefused, type ProofStep } from './refused.ts';
import { memberOf } from './row.ts';
import { type TransactionProof, type VerifiedTransaction, verifyTransactionProof } from './transaction.ts';

/** The answer of getBalanceProof. The amount is in base units, in decimal; hashes and the nonce are in hex. */
export type BalanceProof = {
  readonly token: string;
  readonly account: string;
  readonly amount: string;
  readonly nonce: string;
  /** The number of the leaf among those of all people who hold the token. */
  readonly index: number;
  /** From the sibling of the leaf to the child of the root. */
  readonly path: readonly string[];
  /** The token's line with totals and root, and its place among the lines of all tokens. */
  readonly line: { readonly text: string; readonly index: number; readonly path: readonly string[] };
  /** The head of the list, with the root over those lines. */
  readonly list: string;
  /** Proves that the hash of the head is in the log. */
  readonly transaction: TransactionProof;
};

type ListHead = {
  /** The balances are those after this transaction, at this time. */
  readonly sequence: number;
  readonly timeMs: number;
  /** Number of the exchange's log: it has a second one if a backup was restored. */
  readonly log: number;
  /** The time until the next list; 0 if none is promised. */
  readonly intervalMs: number;
  /** SHA-256 of the list before this one, in hex; null for the first. */
  readonly previous: string | null;
};

export type VerifiedBalance = ListHead & {
  readonly token: string;
  readonly account: string;
  readonly amount: bigint;
  /** All that the exchange owes of the token: to people, and what its own accounts hold. */
  readonly total: bigint;
  /** True if the list is not of the last two intervals: it says nothing about today. */
  readonly isOld: boolean;
  /** The sum of all people's balances of the token, this one included. */
  readonly peopleTotal: bigint;
  /** Number of people who hold some. */
  readonly people: number;
  readonly checkpoint: VerifiedCheckpoint;
  readonly steps: readonly ProofStep[];
};

/**
 * Resolves if the balance is one of those that the log commits to. Compare account, token and amount with your own. That the totals are their sums is for an audit to
 * show: sums on the way would tell what others hold.
 */
export async function verifyBalanceProof(proof: BalanceProof, trust: Trust): Promise<VerifiedBalance> {
  const logged = await verifyTransactionProof(proof.transaction, trust);
  const steps = [...logged.steps];
  try {
    return { ...(await countedBalance(proof, logged, steps)), checkpoint: logged.checkpoint, steps };
  } catch (error) {
    throw error instanceof ProofRefused ? new ProofRefused(error.message, steps) : error;
  }
}

async function countedBalance(
  proof: BalanceProof,
  logged: VerifiedTransaction,
  steps: ProofStep[],
): Promise<Omit<VerifiedBalance, 'checkpoint' | 'steps'>> {
  const listHash = toHex(await sha256(utf8(proof.list)));
  steps.push({ step: 'list', hash: listHash });
  if (logged.kind !== 'liabilities' || memberOf(logged.receipt, 'hash') !== listHash) {
    throw new ProofRefused(`The log does not contain this list of totals in transaction ${logged.sequence}.`);
  }
  const { lines, root: linesRoot, ...head } = readList(proof.list);
  for (const [name, value] of Object.entries(headMembers(head)))
    if (memberOf(logged.receipt, name) !== value)
      throw new ProofRefused(`The list of totals and its statement in the log differ in ${name}.`);
  const { text, ...place } = proof.line ?? {};
  const line = await sha256(Uint8Array.of(0), utf8(text));
  if (!isEqual(await rootOfLeaf(line, place, lines, steps), linesRoot))
    throw new ProofRefused(`The line of ${proof.token} is not in the list of totals.`);
  const { root, ...totals } = readLine(text, proof.token);
  const amount = amountOf(proof.amount, 'The balance');
  const id = await sha256(fromHex(proof.nonce, 'The nonce'), utf8(proof.account));
  const leaf = await sha256(Uint8Array.of(0), id, amountBytes(amount));
  const isCounted = isEqual(await rootOfLeaf(leaf, proof, totals.people, steps), root);
  if (!isCounted || amount > totals.peopleTotal) {
    throw new ProofRefused(
      'This balance is not counted: the path leads to another root. Keep this proof and ask the exchange.',
    );
  }
  return { token: proof.token, account: proof.account, amount, ...totals, isOld: isOldList(head), ...head };
}

/** The root that a leaf leads to in a tree of `size` leaves. */
async function rootOfLeaf(
  leaf: Bytes,
  { index, path }: { readonly index: number; readonly path: readonly string[] },
  size: number,
  steps: ProofStep[],
): Promise<Bytes> {
  const hashes = list(path, 'The path').map((hash) => fromHex(hash, 'A hash of the path'));
  steps.push({ step: 'leaf', hash: toHex(leaf) });
  const root = await rootOfPath(leaf, wholeNumber(index, 'The index'), size, hashes, hashJoin(steps));
  steps.push({ step: 'root', hash: toHex(root) });
  return root;
}

const DAY_MS = 86_400_000;
/** An exchange that promises lists less often, or none, is judged as if it promised one a day, or one in 31 days. */
const [USUAL_INTERVAL_MS, LONGEST_INTERVAL_MS] = [DAY_MS, 31 * DAY_MS];

/** By the clock of this machine. A list from the future would never age. */
const isOldList = ({ timeMs, intervalMs }: ListHead): boolean =>
  Math.abs(Date.now() - timeMs) > 2 * Math.min(intervalMs || USUAL_INTERVAL_MS, LONGEST_INTERVAL_MS);

/** The members of the statement in the log that repeat what the list says. */
const headMembers = ({ sequence, timeMs, log, intervalMs, previous }: ListHead) => ({
  ...{ format: 2, asOf: sequence, atMs: timeMs, log, intervalMs, previous },
});

function readList(text: string) {
  const [version, sequence, timeMs, log, intervalMs, previous = '', lines, root, ...rest] = text.split('\n');
  if (version !== 'millpond-liabilities/v2' || rest.length !== 1 || rest[0] !== '') {
    throw new ProofRefused('The list of totals is not of the form millpond-liabilities/v2.');
  }
  return {
    sequence: wholeNumber(sequence, 'The sequence of the list'),
    timeMs: wholeNumber(timeMs, 'The time of the list'),
    log: wholeNumber(log, 'The number of the log'),
    intervalMs: wholeNumber(intervalMs, 'The interval between lists'),
    previous: previous === 'none' ? null : toHex(fromHex(previous, 'The hash of the list before')),
    lines: wholeNumber(lines, 'The number of tokens'),
    root: fromHex(root, 'The root of the list'),
  };
}

function readLine(text: string, token: string) {
  const [, people, peopleTotal, root, ownTotal, name] =
    /^(\d+) (\d+) ([0-9a-f]{64}) (\d+) [0-9a-f]{64} (.+)$/.exec(text) ?? [];
  if (name !== token) throw new ProofRefused(`The line of the list is not about ${token}.`);
  const owed = amountOf(peopleTotal, 'The total of people');
  return {
    people: wholeNumber(people, 'The number of people'),
    peopleTotal: owed,
    total: owed + amountOf(ownTotal, "The total of the exchange's own accounts"),
    root: fromHex(root, 'The root of the token'),
  };
}

const MAX_AMOUNT = 2n ** 120n - 1n;

function amountOf(text: unknown, thing: string): bigint {
  const amount = typeof text === 'string' && /^(0|[1-9]\d{0,36})$/.test(text) ? BigInt(text) : undefined;
  if (amount !== undefined && amount <= MAX_AMOUNT) return amount;
  throw new ProofRefused(`${thing} is not an amount between 0 and 2^120-1.`);
}

const amountBytes = (amount: bigint): Bytes =>
  Uint8Array.from(amount.toString(16).padStart(32, '0').match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
