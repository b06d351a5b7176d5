// millpond invite

import {
  createInvitations,
  MAX_DAYS,
  MAX_NOTE_LENGTH,
  MAX_OPENING_BALANCES,
  MAX_USES,
  type OpeningBalance,
} from '../../access/invitations.ts';
import { faultIn } from '../../access/names.ts';
import { SignUpSwitch } from '../../access/people/sign-up-mode.ts';
import { accountName, tokenAddress } from '../../address.ts';
import { type Account, MAX_AMOUNT } from '../../core/amount.ts';
import { parseDecimal } from '../../core/maths/decimal.ts';
import type { Store } from '../../ports/store.ts';
import { BadUsage, type Flags, type OpenStore } from '../command.ts';
import { publicUrlOf } from '../public-url.ts';
import type { Settings } from '../settings.ts';

/** Recorded as the creator of the invitation, and the actor that the journal names for its deposits. */
const ACTOR = 'invitation' as Account;
const HOUR_MS = 3_600_000;

export async function runInvite(settings: Settings, flags: Flags, openStore: OpenStore): Promise<number> {
  const { role = 'trader', note = '' } = flags;
  if (role !== 'trader' && role !== 'operator') throw new BadUsage('--role must be trader or operator');
  const account = flags.account === undefined ? null : accountName(flags.account);
  const fault = account === null ? undefined : faultIn(account);
  if ((flags.account !== undefined && account === null) || fault !== undefined)
    throw new BadUsage(`--account ${fault ?? 'must name an account: 1 to 128 printable characters without spaces'}`);
  if (note.length > MAX_NOTE_LENGTH || faultIn(note) !== undefined)
    throw new BadUsage(`--note must be at most ${MAX_NOTE_LENGTH} plain characters`);
  const uses = wholeIn(flags.uses ?? '1', MAX_USES, '--uses');
  const hours = wholeIn(flags.hours ?? '168', 24 * MAX_DAYS, '--hours');
  const nowMs = Date.now();
  const store = await openStore(settings, { mustExist: true });
  try {
    const balances = await balancesIn(store, flags.balances);
    const draft = { role, uses, balances, account, revokesPasskeys: false, note, by: ACTOR } as const;
    const [made] = await createInvitations(
      store.sideRecords,
      [{ ...draft, expiresAtMs: nowMs + hours * HOUR_MS }],
      nowMs,
    );
    const people = uses === 1 ? 'one person' : `${uses} people`;
    console.error(
      `For ${people}, as ${role}, until ${new Date(nowMs + hours * HOUR_MS).toISOString()}. It is shown only once.`,
    );
    const isOff = (await new SignUpSwitch(store.sideRecords, settings.SIGNUP).mode()) === 'off';
    if (isOff && account === null)
      console.error('It works while sign-up is on: serve with SIGNUP=invite, or turn it on in the page.');
    console.log(`${publicUrlOf(settings)}/join#${made?.secret}`);
    return 0;
  } finally {
    await store.close();
  }
}

function wholeIn(text: string, most: number, flag: string): number {
  if (/^\d{1,6}$/.test(text) && Number(text) >= 1 && Number(text) <= most) return Number(text);
  throw new BadUsage(`${flag} must be a whole number from 1 to ${most}`);
}

/** Parses `TOKEN=AMOUNT,…`, where TOKEN is the address of a listed token; amounts are returned in base units. */
async function balancesIn(store: Store, text: string | undefined): Promise<readonly OpeningBalance[]> {
  const balances: OpeningBalance[] = [];
  for (const item of (text ?? '').split(',').filter((part) => part.trim() !== '')) {
    const [, name = '', digits = ''] = /^(.*)=([^=]*)$/.exec(item.trim()) ?? [];
    const address = tokenAddress(name);
    const token = address === null ? undefined : await store.token(address);
    if (!token)
      throw new BadUsage(`--balances ${item.trim()}: write TOKEN=AMOUNT with the address of a token that is listed`);
    const amount = parseDecimal(digits, token.decimals, MAX_AMOUNT);
    if (typeof amount !== 'bigint' || amount === 0n)
      throw new BadUsage(
        `--balances ${item.trim()}: the amount must be above 0, with at most ${token.decimals} decimals`,
      );
    if (balances.some((one) => one.token === token.address)) throw new BadUsage(`--balances names ${name} twice`);
    balances.push({ token: token.address, amount: `${amount}` });
  }
  if (balances.length <= MAX_OPENING_BALANCES) return balances;
  throw new BadUsage(`--balances has more than ${MAX_OPENING_BALANCES} tokens`);
}
