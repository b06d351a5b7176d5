// millpond audit
import { AuditOffence, audit } from '../exchange/audit.ts';
import type { OpenStore } from './command.ts';
import type { Settings } from './settings.ts';

export async function runAudit(settings: Settings, openStore: OpenStore): Promise<number> {
  const store = await openStore(settings, { mustExist: true });
  try {
    const { transactions, transfers, balances } = await audit(store, showProgress);
    if (process.stderr.isTTY) process.stderr.write('\n');
    console.log(`audit passed: ${transactions} transactions, ${transfers} transfers, ${balances} balances`);
    return 0;
  } catch (error) {
    if (!(error instanceof AuditOffence)) throw error;
    console.error(`audit FAILED: ${error.message}`);
    return 1;
  } finally {
    await store.close();
  }
}

function showProgress(done: number, total: number): void {
  const percent = total === 0 ? 100 : Math.floor((done / total) * 100);
  process.stderr.write(
    process.stderr.isTTY
      ? `\raudit: ${done} of ${total} (${percent} %)`
      : `audit: ${done} of ${total} (${percent} %)\n`,
  );
}
