// Asks for the proofs of the user's own transactions and balances by itself, verifies them and keeps them.
import { MillpondError } from '#client';
import { type KeptProof, verifyBalanceProof, verifyNotCounted, verifyTransactionProof } from '#client/proof';
import { unitsOf } from '../../exact/amount.ts';
import { server } from '../server.ts';
import { ownLog, sizeOf } from './kept.ts';
import { accepted } from './look.ts';
import { keepProofs, ownProofs } from './own-proofs.ts';

/** Transactions, and tokens, that are asked for at once. */
const AT_ONCE = 20;

/** Up to the last checkpoint that this browser has verified. Rejects with `MillpondError` if the exchange does not answer: the next look may succeed. */
export async function keepOwn(account: string): Promise<void> {
  const log = ownLog.read();
  // What contradicts the kept log is evidence of another kind.
  if (log === null || log.alarm) return;
  const proofs = ownProofs(account).filter(({ vkey }) => vkey === log.vkey);
  await keepTransactions(account, log.vkey, sizeOf(log.last), proofs);
  await keepBalances(account, log.vkey, proofs);
}

async function keepTransactions(account: string, vkey: string, size: number, proofs: readonly KeptProof[]) {
  const kept = new Set(proofs.map((proof) => ('transaction' in proof ? proof.transaction.index + 1 : 0)));
  const { activity } = await server.getActivity({ limit: AT_ONCE }, { account });
  const found: KeptProof[] = [];
  try {
    for (const { sequence, transactionId } of activity) {
      if (sequence > size || kept.has(sequence)) continue;
      const transaction = await server.getTransactionProof({ transactionId }, { account }).catch(nullIfRefused);
      if (transaction && (await accepted(verifyTransactionProof(transaction, { key: vkey }))))
        found.unshift({ vkey, transaction });
    }
  } finally {
    keepProofs(account, found);
  }
}

/** One that the exchange refuses does not keep the others from being kept. */
function nullIfRefused(error: unknown): null {
  if (error instanceof MillpondError && error.isRefusal) return null;
  throw error;
}

/** The list whose balances were asked for last. */
let asked = '';

/** Once for each list, of what the account's own activity says that it had. */
async function keepBalances(account: string, vkey: string, proofs: readonly KeptProof[]): Promise<void> {
  const { statements } = await server.getStatements({ kind: 'liabilities', limit: 1 });
  const [statement] = statements;
  const list = `${account} ${vkey} ${statement?.index}`;
  const isKept = proofs.some((proof) => 'balance' in proof && proof.balance.transaction.index === statement?.index);
  if (statement === undefined || isKept || asked === list) return;
  const { receipt } = await verifyTransactionProof(statement, { key: vkey });
  const to = new Date(JSON.parse(receipt).atMs + 1).toISOString();
  const { tokens } = await server.getActivityTotals({ to }, { account });
  const held = tokens.filter((one) => unitsOf(one.in, one.decimals) > unitsOf(one.out, one.decimals));
  for (const { token } of held.slice(0, AT_ONCE)) {
    const balance = await server.getBalanceProof({ token }, { account }).catch((error) => keepAbsence(account, error));
    if (balance && (await accepted(verifyBalanceProof(balance, { key: vkey }))))
      keepProofs(account, [{ vkey, balance }]);
  }
  asked = list;
}

/** Keeps the signed statement of a refusal that the account is not counted, if there is one. */
export async function keepAbsence(account: string, error: unknown): Promise<void> {
  const [vkey, notCounted] = [ownLog.read()?.vkey, error instanceof MillpondError ? error.statement : null];
  if (vkey !== undefined && notCounted !== null && (await accepted(verifyNotCounted(notCounted, { key: vkey }))))
    keepProofs(account, [{ vkey, notCounted }]);
}
