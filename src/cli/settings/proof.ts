// Settings of the public log.
import { isKeyName, parseVkey } from '../../transparency/format/keys.ts';
import { mayBeOrigin } from '../../transparency/format/signed-text.ts';
import { fault, listed, number, setting } from './readers.ts';

const MOST_WITNESSES = 16;
const BAD_ORIGIN = 'must contain neither spaces nor +, nor end like a receipt (/receipt, /not-counted)';

export const PROOF = {
  LOG_KEY_FILE: setting(
    'FILE',
    '',
    'Key that signs the checkpoints of the public log (millpond log key create); by default on SQLite, one is created beside the database',
    (text) => text,
  ),
  LOG_ORIGIN: setting(
    'NAME',
    '',
    'Name of the public log, such as example.com/exchange; by default derived from the factory address',
    (text) => (text === '' ? null : isKeyName(text) && mayBeOrigin(text) ? text : fault(BAD_ORIGIN)),
  ),
  CHECKPOINT_SECONDS: number(
    'SECONDS',
    '10',
    [1, 3600],
    'How often the public log is signed, if anything was committed',
  ),
  LIABILITIES_HOURS: number(
    'HOURS',
    '24',
    [0, 8760],
    'How often the exchange states in the public log what it owes; 0 for never (then only by millpond liabilities)',
  ),
  AUDIT_HOURS: number(
    'HOURS',
    '24',
    [0, 8760],
    'How often a server audits the exchange, from where the last audit ended; 0 for never (then only by startAudit or millpond audit)',
  ),
  FULL_AUDIT_DAYS: number(
    'DAYS',
    '30',
    [1, 3650],
    'How often an audit reads the whole journal; those between start where the last one ended',
  ),
  WITNESSES: setting(
    'LIST',
    '',
    'Witnesses that cosign the checkpoints (C2SP tlog-witness), each as VKEY and URL, separated by commas',
    witnesses,
  ),
} as const;

function witnesses(text: string): readonly { readonly vkey: string; readonly url: string }[] {
  const all = listed(text).map((item) => {
    const [vkey = '', url, ...more] = item.split(/\s+/);
    if (url === undefined || more.length > 0) fault(`"${item}" must be a public key and a URL, separated by a space`);
    if (parseVkey(vkey).type !== 'cosignature') fault(`"${vkey}" is the key of a log, not of a witness`);
    const parsed = URL.parse(url);
    const isPlain = parsed && ['https:', 'http:'].includes(parsed.protocol) && parsed.search + parsed.hash === '';
    if (!isPlain || parsed.username !== '' || parsed.password !== '')
      fault(`"${url}" must start with https:// or http:// and have no password, question mark or #`);
    return { vkey, url };
  });
  if (new Set(all.map(({ vkey }) => vkey)).size < all.length) fault('names a witness twice');
  if (all.length > MOST_WITNESSES) fault(`must not name more than ${MOST_WITNESSES} witnesses`);
  return all;
}
