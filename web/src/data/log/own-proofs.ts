// The proofs of the user's own transactions and balances that this browser keeps, so that they convince later and without the exchange.
import type { KeptProof } from '#client/proof';
import { ofBrowser, type Stored } from '../stored.ts';

/** Of transactions, and of all else: some 2 kB each, of the 5 MB that browsers give. */
const MOST = 200;

const nameOf = (account: string): string => `millpond proofs ${account}`;
const forgottenName = (account: string): string => `millpond proofs deleted ${account}`;

/** Oldest first. */
export function ownProofs(account: string, storage: Stored = ofBrowser): readonly KeptProof[] {
  try {
    const proofs: unknown = JSON.parse(storage.getItem(nameOf(account)) ?? '[]');
    return Array.isArray(proofs) ? proofs.filter((proof) => typeof proof?.vkey === 'string') : [];
  } catch {
    return [];
  }
}

/** A newer proof replaces that of the same transaction, or of the same token's balance. */
export function keepProofs(account: string, found: readonly KeptProof[], storage: Stored = ofBrowser): void {
  const proofs = new Map(ownProofs(account, storage).map((proof) => [idOf(proof), proof]));
  for (const proof of found) {
    proofs.delete(idOf(proof));
    proofs.set(idOf(proof), proof);
  }
  const [transactions, others]: [KeptProof[], KeptProof[]] = [[], []];
  for (const proof of proofs.values()) ('transaction' in proof ? transactions : others).push(proof);
  storage.setItem(nameOf(account), JSON.stringify([...others.slice(-MOST), ...transactions.slice(-MOST)]));
}

/** Deletes them for good: the page keeps no transaction up to this sequence by itself again. */
export function forgetProofs(account: string, sequence: number, storage: Stored = ofBrowser): void {
  storage.removeItem(nameOf(account));
  storage.setItem(forgottenName(account), String(sequence));
}

/** The last transaction whose proof the user has deleted; 0 if none. */
export const forgottenTo = (account: string, storage: Stored = ofBrowser): number =>
  Number(storage.getItem(forgottenName(account)) ?? 0);

function idOf(proof: KeptProof): string {
  if ('transaction' in proof) return `${proof.vkey} ${proof.transaction?.index}`;
  return 'balance' in proof ? `${proof.vkey} ${proof.balance?.token}` : JSON.stringify(proof);
}
