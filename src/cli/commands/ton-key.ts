// millpond ton key create|encrypt|show
import { mnemonicNew } from '@ton/crypto';
import {
  BadKeyFile,
  encryptMnemonic,
  keyOfWords,
  readPassword,
  readWords,
  writeKeyFile,
} from '../../ton/wallets/key-file.ts';
import { askSecret } from '../ask-secret.ts';
import { BadUsage, type Flags } from '../command.ts';
import type { Settings } from '../settings.ts';

const USAGE =
  'usage: millpond ton key create FILE [--plain] [--show], ton key encrypt FILE NEW-FILE, ton key show FILE';
/** Minimum length of a password. Each guess takes half a second, so eight characters are enough unless they are a dictionary word. */
const LEAST_CHARACTERS = 8;

export async function runTonKey(
  [action, file, to, ...more]: readonly string[],
  settings: Settings,
  flags: Flags,
): Promise<number> {
  const hasOneFile = file !== undefined && more.length === 0;
  if (!hasOneFile || (to === undefined) === (action === 'encrypt')) throw new BadUsage(USAGE);
  try {
    if (action === 'create') await create(file, settings, flags);
    else if (action === 'encrypt') await encrypt(file, to as string, settings);
    else if (action === 'show') console.log(await readWords(file, () => oldPassword(settings)));
    else throw new BadUsage(USAGE);
    return 0;
  } catch (error) {
    throw error instanceof BadKeyFile ? new BadUsage(error.message) : error;
  }
}

async function create(file: string, settings: Settings, { plain, show }: Flags): Promise<void> {
  const words = (await mnemonicNew()).join(' ');
  await write(file, words, plain ? undefined : await newPassword(settings));
  // The words are printed only on request: anyone who reads them can spend everything. The user must write them down, as a second copy.
  if (show) console.log(words);
  else console.error(`Write the words down where nobody finds them: millpond ton key show ${file}`);
}

async function encrypt(file: string, to: string, settings: Settings): Promise<void> {
  const words = await readWords(file, () => {
    throw new BadKeyFile(`${file}: it is encrypted already`);
  });
  await write(to, words, await newPassword(settings));
  console.error(`${file} still has the words as they are: remove it once you have tried ${to}.`);
}

async function write(file: string, words: string, password: string | undefined): Promise<void> {
  writeKeyFile(file, password === undefined ? `${words}\n` : encryptMnemonic(words, password));
  const { publicKey } = await keyOfWords(words);
  const form = password === undefined ? 'NOT encrypted' : 'encrypted';
  console.error(`${file}: a key of 24 words, ${form}; public key ${publicKey.toString('hex')}`);
}

async function newPassword(settings: Settings): Promise<string> {
  const { TON_PASSWORD_FILE: file } = settings;
  const password = file === '' ? await askSecret('Password for the key: ') : readPassword(file);
  if ([...password].length < LEAST_CHARACTERS)
    throw new BadUsage(`the password must have at least ${LEAST_CHARACTERS} characters; nothing was written`);
  if (file === '' && (await askSecret('The same again: ')) !== password)
    throw new BadUsage('these are two different passwords; nothing was written');
  return password;
}

const oldPassword = async ({ TON_PASSWORD_FILE: file }: Settings): Promise<string> =>
  file === '' ? askSecret('Password of the key: ') : readPassword(file);
