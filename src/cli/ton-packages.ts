// Packages that only TON needs, which whoever uses it installs.
import { BadSetting } from './settings.ts';

/** Waits for a module that needs them; where they are missing, it is said how to get them. */
export async function withTonPackages<Module>(module: Promise<Module>): Promise<Module> {
  try {
    return await module;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ERR_MODULE_NOT_FOUND' || !message.includes("'@ton/")) throw error;
    throw new BadSetting('TON needs packages that are not installed: npm install @ton/crypto @ton/sandbox');
  }
}
