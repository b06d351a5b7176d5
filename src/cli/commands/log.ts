// millpond log key create FILE, and millpond log recover
import { createKeyFile } from '../../transparency/log/key-file.ts';
import { BadUsage, type Flags, type OpenStore } from '../command.ts';
import type { Settings } from '../settings.ts';

const USAGE = 'usage: millpond log key create FILE, or millpond log recover [FILE…] [--node URL,…] [--yes]';

export async function runLog(
  words: readonly string[],
  given: { readonly settings: Settings; readonly flags: Flags },
  openStore: OpenStore,
): Promise<number> {
  const [what, action, file, ...more] = words;
  if (what === 'recover') {
    const { recoverLog } = await import('./log-recover.ts');
    return recoverLog(words.slice(1), given, openStore);
  }
  if (what !== 'key' || action !== 'create' || file === undefined || more.length > 0) throw new BadUsage(USAGE);
  try {
    if (!createKeyFile(file)) throw new BadUsage(`${file}: there is a file of this name, which is not overwritten`);
  } catch (error) {
    if (error instanceof BadUsage) throw error;
    throw new BadUsage(`${file}: it cannot be written (${(error as NodeJS.ErrnoException).code})`);
  }
  console.error(
    `${file}: a key that signs; start an exchange with LOG_KEY_FILE=${file}, or a witness with millpond watch --cosign-key ${file}`,
  );
  return 0;
}
