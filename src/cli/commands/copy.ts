// millpond copy
import { AuditOffence } from '../../audit/audit.ts';
import { copyExchange } from '../../ledger/copy.ts';
import { CopyRefused } from '../../ports/store.ts';
import { BadUsage, type Flags, type OpenCopyTarget, type OpenStore } from '../command.ts';
import { progressOn } from '../progress.ts';
import { databaseUrl, type Settings } from '../settings.ts';

export async function runCopy(
  settings: Settings,
  { from, to }: Flags,
  { openStore, openCopyTarget }: { openStore: OpenStore; openCopyTarget: OpenCopyTarget },
): Promise<number> {
  const at = (flag: string | undefined, name: 'from' | 'to') => {
    const variable = `COPY_${name.toUpperCase()}`;
    const text = flag ?? process.env[variable];
    if (text === undefined) throw new BadUsage(`usage: millpond copy --from URL --to URL, or COPY_FROM and COPY_TO`);
    return { ...settings, DATABASE_URL: databaseUrl(flag === undefined ? variable : `--${name}`, text) };
  };
  const [sourceSettings, targetSettings] = [at(from, 'from'), at(to, 'to')];
  const source = await openStore(sourceSettings, { mustExist: true });
  const progress = progressOn(process.stderr);
  try {
    const target = await openCopyTarget(targetSettings);
    try {
      const { transactions, transfers, balances } = await copyExchange(source, target, progress.show);
      progress.end();
      console.log(`copied and verified: ${transactions} transactions, ${transfers} transfers, ${balances} balances`);
      return 0;
    } finally {
      await target.close();
    }
  } catch (error) {
    progress.end();
    if (!(error instanceof CopyRefused || error instanceof AuditOffence)) throw error;
    console.error(`copy FAILED: ${error.message}`);
    return 1;
  } finally {
    await source.close();
  }
}
