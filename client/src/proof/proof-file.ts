// A file of proofs that somebody keeps: of own transactions and balances, and of what the exchange has signed for them. It is checked without the exchange.
import { type BalanceProof, type VerifiedBalance, verifyBalanceProof } from './balance.ts';
import { list } from './bytes.ts';
import { type Trust, type VerifiedCheckpoint, verifyCheckpoint } from './checkpoint.ts';
import { type NotCounted, verifyNotCounted } from './not-counted.ts';
import { type SignedReceipt, type VerifiedReceipt, verifyReceipt } from './receipt.ts';
import { ProofRefused, type ProofStep } from './refused.ts';
import { type TransactionProof, type VerifiedTransaction, verifyTransactionProof } from './transaction.ts';

/** One thing that an exchange has proven or signed, with the key of its log at that time. `notCounted` and `checkpoint` are signed notes. */
export type KeptProof = { readonly vkey: string } & (
  | { readonly transaction: TransactionProof }
  | { readonly balance: BalanceProof }
  | { readonly receipt: SignedReceipt }
  | { readonly notCounted: string }
  | { readonly checkpoint: string }
);

export type ProofFile = { readonly format: typeof FORMAT; readonly proofs: readonly KeptProof[] };

/** `other`: it is of another log than that of the trusted key. */
export type CheckedProof =
  | { readonly is: 'transaction'; readonly found: VerifiedTransaction }
  | { readonly is: 'balance'; readonly found: VerifiedBalance }
  | { readonly is: 'receipt'; readonly found: VerifiedReceipt }
  | { readonly is: 'notCounted'; readonly found: NotCounted }
  | { readonly is: 'checkpoint'; readonly found: VerifiedCheckpoint }
  | { readonly is: 'refused'; readonly why: string }
  | { readonly is: 'other' };

const FORMAT = 'millpond-proofs/v1';

/** Stringify it to have a file that `verifyProofFile` and `millpond watch --verify` check. */
export const proofFile = (proofs: readonly KeptProof[]): ProofFile => ({ format: FORMAT, proofs });

/**
 * Checks each proof of a file, in order, and compares them with each other: what the log of one key says in two ways is a contradiction, which
 * convicts whoever has the key. Without a trusted key, each is checked with the key that the file names. Rejects if it is no such file.
 */
export async function verifyProofFile(
  file: ProofFile,
  trust?: Pick<Trust, 'key'>,
): Promise<{ readonly proofs: readonly CheckedProof[]; readonly contradictions: readonly string[] }> {
  if (file?.format !== FORMAT) throw new ProofRefused(`It is not a file of proofs (${FORMAT}).`);
  const said = new Map<string, string>();
  const contradictions = new Set<string>();
  const proofs: CheckedProof[] = [];
  for (const proof of list(file.proofs, 'The list of proofs')) {
    const checked = trust && trust.key !== proof.vkey ? ({ is: 'other' } as const) : await check(proof);
    proofs.push(checked);
    for (const [about, says] of claimsOf(checked)) {
      const claim = `${proof.vkey} ${about}`;
      if ((said.get(claim) ?? says) !== says) contradictions.add(`The log says two things about ${about}.`);
      said.set(claim, said.get(claim) ?? says);
    }
  }
  return { proofs, contradictions: [...contradictions] };
}

async function check(proof: KeptProof): Promise<CheckedProof> {
  const trust = { key: proof.vkey };
  try {
    if ('transaction' in proof)
      return { is: 'transaction', found: await verifyTransactionProof(proof.transaction, trust) };
    if ('balance' in proof) return { is: 'balance', found: await verifyBalanceProof(proof.balance, trust) };
    if ('receipt' in proof) return { is: 'receipt', found: await verifyReceipt(proof.receipt, trust) };
    if ('notCounted' in proof) return { is: 'notCounted', found: await verifyNotCounted(proof.notCounted, trust) };
    if ('checkpoint' in proof) return { is: 'checkpoint', found: await verifyCheckpoint(proof.checkpoint, trust) };
    return { is: 'refused', why: 'The proof is of an unknown kind: a newer client may be able to read it.' };
  } catch (error) {
    if (error instanceof ProofRefused) return { is: 'refused', why: error.message };
    if (error instanceof TypeError) return { is: 'refused', why: 'The proof lacks a part.' };
    throw error;
  }
}

type Claim = readonly [about: string, says: string];

/** The statements of the log that a proof establishes. Two proofs that establish different statements about one thing contradict each other. */
function claimsOf(checked: CheckedProof): readonly Claim[] {
  switch (checked.is) {
    case 'transaction':
      return inLog(checked.found.sequence, checked.found);
    case 'balance': {
      const { token, account, amount, steps, checkpoint } = checked.found;
      return [rootOf(checkpoint), counted(hashIn(steps, 'list'), account, token, String(amount))];
    }
    case 'receipt':
      return [[`entry ${checked.found.sequence}`, checked.found.entry]];
    case 'notCounted':
      return [counted(checked.found.list, checked.found.account, checked.found.token, 'none')];
    case 'checkpoint':
      return [rootOf(checked.found)];
    default:
      return [];
  }
}

const inLog = (sequence: number, { steps, checkpoint }: VerifiedTransaction): readonly Claim[] => [
  [`entry ${sequence}`, hashIn(steps, 'entry')],
  rootOf(checkpoint),
];
const rootOf = ({ size, root }: VerifiedCheckpoint): Claim => [`its first ${size} entries`, root];
const counted = (hash: string, account: string, token: string, amount: string): Claim => [
  `what ${account} has of ${token} in the list ${hash}`,
  amount,
];

function hashIn(steps: readonly ProofStep[], name: 'entry' | 'list'): string {
  const found = steps.find(({ step }) => step === name);
  return found && 'hash' in found ? found.hash : '';
}
