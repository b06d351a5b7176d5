// millpond log key create FILE
import { createKeyFile } from '../../public-log/key-file.ts';
import { BadUsage } from '../command.ts';

const USAGE = 'usage: millpond log key create FILE';

export async function runLog([what, action, file, ...more]: readonly string[]): Promise<number> {
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
