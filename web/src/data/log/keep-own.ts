// Asks for the proofs of the user's own transactions and balances by itself, verifies them and keeps them.
import { MillpondError } from '#client';
import { type KeptProof, verifyBalanceProof, verifyNotCounted, verifyTransactionProof } from '#client/proof';
import { unitsOf } from '../../exact/amount.ts';
import { server } from '../server.ts';
import { ofBrowser, type Stored } from '../stored.ts';
import { type KeptLog, ownLog, sizeOf } from './kept.ts';
import { accepted } from './look.ts';
import { forgottenTo, keepProofs, ownProofs } from './own-proofs.ts';

/** Transactions, and tokens, that are asked for at once. */
const AT_ONCE = 20;

/** The page's own server and storage; tests have others. */
type Surroundings = {
  readonly server: Pick<
    typeof server,
    'getActivity' | 'getActivityTotals' | 'getBalanceProof' | 'getStatements' | 'getTransactionProof'
  >;
  readonly log: Pick<KeptLog, 'read'>;
  readonly storage: Stored;
  readonly verify: { readonly transaction: typeof verifyTransactionProof; readonly balance: typeof verifyBalanceProof };
};

const HERE: Surroundings = {
  server,
  log: ownLog,
  storage: ofBrowser,
  verify: { transaction: verifyTransactionProof, balance: verifyBalanceProof },
};

/** Up to the last checkpoint that this browser has verified. Rejects with `MillpondError` if the exchange does not answer: the next look may succeed. */
export async function keepOwn(account: string, here = HERE): Promise<void> {
  const log = here.log.read();
  // What contradicts the kept log is evidence of another kind.
  if (log === null || log.alarm) return;
  await keepTransactions(account, log.vkey, sizeOf(log.last), here);
  await keepBalances(account, log.vkey, here);
}

async function keepTransactions(
  account: string,
  vkey: string,
  size: number,
  { server, storage, verify }: Surroundings,
): Promise<void> {
  const proofs = ownProofs(account, storage).filter((proof) => proof.vkey === vkey);
  const forgotten = forgottenTo(account, storage);
  const kept = new Set(proofs.map((proof) => ('transaction' in proof ? proof.transaction.index + 1 : 0)));
  const { activity } = await server.getActivity({ limit: AT_ONCE }, { account });
  const found: KeptProof[] = [];
  try {
    for (const { sequence, transactionId } of activity) {
      if (sequence <= forgotten || sequence > size || kept.has(sequence)) continue;
      const transaction = await server.getTransactionProof({ transactionId }, { account }).catch(nullIfRefused);
      if (transaction && (await accepted(verify.transaction(transaction, { key: vkey }))))
        found.unshift({ vkey, transaction });
    }
  } finally {
    keepProofs(account, found, storage);
  }
}

/** One that the exchange does not have keeps the others from nothing; one that it did not look for is asked for again. */
function nullIfRefused(error: unknown): null {
  if (error instanceof MillpondError && error.isRefusal && (error.status === 404 || error.status === 422)) return null;
  throw error;
}

/** Once for each list, of what the account's own activity says that it had: of all again if one was not answered. */
async function keepBalances(account: string, vkey: string, { server, storage, verify }: Surroundings): Promise<void> {
  const { statements } = await server.getStatements({ kind: 'liabilities', limit: 1 });
  const [statement] = statements;
  const [askedOf, list] = [`millpond list ${account}`, `${vkey} ${statement?.index}`];
  if (statement === undefined || storage.getItem(askedOf) === list) return;
  const { receipt } = await verify.transaction(statement, { key: vkey });
  const to = new Date(JSON.parse(receipt).atMs + 1).toISOString();
  const { tokens } = await server.getActivityTotals({ to }, { account });
  const held = tokens.filter((one) => unitsOf(one.in, one.decimals) > unitsOf(one.out, one.decimals));
  for (const { token } of held.slice(0, AT_ONCE)) {
    const balance = await server.getBalanceProof({ token }, { account }).catch(async (error) => {
      await keepAbsence(account, error);
      return nullIfRefused(error);
    });
    if (balance && (await accepted(verify.balance(balance, { key: vkey }))))
      keepProofs(account, [{ vkey, balance }], storage);
  }
  storage.setItem(askedOf, list);
}

/** Keeps the signed statement of a refusal that the account is not counted, if there is one. */
export async function keepAbsence(account: string, error: unknown): Promise<void> {
  const [vkey, notCounted] = [ownLog.read()?.vkey, error instanceof MillpondError ? error.statement : null];
  if (vkey !== undefined && notCounted !== null && (await accepted(verifyNotCounted(notCounted, { key: vkey }))))
    keepProofs(account, [{ vkey, notCounted }]);
}
