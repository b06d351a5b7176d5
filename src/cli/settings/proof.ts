// Settings of the public log.
import { isKeyName } from '../../log/keys.ts';
import { fault, number, setting } from './readers.ts';

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
    (text) => (text === '' ? null : isKeyName(text) ? text : fault('must contain neither spaces nor +')),
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
} as const;
