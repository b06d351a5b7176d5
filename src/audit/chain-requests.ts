// Audits requests on a chain, if there are any, by their stored records.
import type { ChainRecordsCheck } from '../ports/chain-requests.ts';
import { type Store, StoreUnavailable } from '../ports/store.ts';
import { AuditOffence } from './audit.ts';

/** Returns the number of requests. The code for the chain is loaded only if there are any. */
export async function auditChainRequests(store: Pick<Store, 'openJournal'>): Promise<number> {
  const journal = await store.openJournal();
  let check: ChainRecordsCheck | undefined;
  try {
    for await (const record of journal.chainRecords()) {
      check ??= new (await import('../ton/audit/records.ts')).RecordsCheck();
      refuse(check.add(record));
    }
    refuse(check?.finish());
    return check?.requests ?? 0;
  } catch (error) {
    const why = journal.explain(error);
    if (why instanceof AuditOffence || why instanceof StoreUnavailable) throw why;
    throw new AuditOffence(`an order on TON cannot be read: ${(why as Error).message}`, { cause: why });
  } finally {
    await journal.close();
  }
}

function refuse(fault: string | undefined): void {
  if (fault !== undefined) throw new AuditOffence(`TON: ${fault}`);
}
