// Reads the brand of the exchange (name, logo, colour, links) from the settings; an unusable logo prevents the start of the server.
import { readFile } from 'node:fs/promises';
import { Brand } from '../../brand/brand.ts';
import type { Images } from '../../ports/images.ts';
import type { SideRecords } from '../../ports/side-records.ts';
import { BadSetting, type Settings } from '../settings.ts';

export async function brandOf(settings: Settings, records: SideRecords, images: Images): Promise<Brand> {
  return new Brand(records, {
    name: settings.EXCHANGE_NAME,
    logo: settings.EXCHANGE_LOGO === '' ? '' : await keepLogo(settings.EXCHANGE_LOGO, images),
    accent: settings.EXCHANGE_ACCENT,
    termsUrl: settings.TERMS_URL,
    helpUrl: settings.HELP_URL,
  });
}

async function keepLogo(file: string, images: Images): Promise<string> {
  const kept = await images.keep(await read(file), 'exchange');
  if ('path' in kept) return kept.path;
  throw new BadSetting(`EXCHANGE_LOGO=${file}: ${kept.why}`);
}

async function read(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    throw new BadSetting(`EXCHANGE_LOGO=${file}: the file cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}
