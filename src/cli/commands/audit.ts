// millpond audit
import { AuditOffence, audit, MarketOffence } from '../../audit/audit.ts';
import type { OpenStore } from '../command.ts';
import { progressOn } from '../progress.ts';
import type { Settings } from '../settings.ts';

export async function runAudit(settings: Settings, openStore: OpenStore): Promise<number> {
  const store = await openStore(settings, { mustExist: true });
  const progress = progressOn(process.stderr);
  const startedAtMs = Date.now();
  let [checked, head] = [0, 0];
  // Whoever may read but not write has audited all the same.
  const record = (state: 'passed' | 'failed', fault: string | null) =>
    store.audits.record({ state, fault, checked, head, startedAtMs }).catch(() => {});
  try {
    head = await store.head();
    const { transactions, transfers, balances } = await audit(store, (done, total) => {
      [checked, head] = [done, total];
      progress.show('audit', done, total);
    });
    progress.end();
    await record('passed', null);
    console.log(`audit passed: ${transactions} transactions, ${transfers} transfers, ${balances} balances`);
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
