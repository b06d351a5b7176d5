// One line for each act of an operator: who did what, and by which transaction it is found.

import type { Logger } from 'pino';
import { withoutSecrets } from '../../access/keys.ts';
import type { Declaration } from '../../contract/call.ts';
import { NumberText } from '../json/exact-json.ts';
import type { Answered } from '../run-call.ts';
import type { HttpRequest } from './request.ts';

/** A call that changes what only operators may change, or somebody's keys and webhooks, which are everybody's to an operator. */
export const isPrivileged = ({ who, tag, changes }: Declaration): boolean =>
  changes && (who === 'operator' || tag === 'Webhooks' || tag === 'Keys');

/** What was asked for is logged as it was sent, but for a key that was pasted where its id is asked for, and tokens in a URL. */
export function logPrivileged(
  logger: Logger,
  { name, tag }: Pick<Declaration, 'name' | 'tag'>,
  { id: reqId, caller, body }: Pick<HttpRequest, 'id' | 'caller' | 'body'>,
  { transactionId, data }: Answered,
): void {
  const shown = (field: string, value: unknown) => {
    if (value instanceof NumberText) return value.text;
    // A file is too long for a line.
    if (field === 'csv') return `${String(value).length} characters`;
    if (field === 'url') return URL.parse(String(value))?.host;
    return typeof value === 'string' ? withoutSecrets(shortened(value)) : value;
  };
  const input = JSON.parse(JSON.stringify(body, shown));
  // Of what is made, the id is known only now, and whose webhook it is.
  const { id, account: owner } = data as { readonly id?: string; readonly account?: string };
  const made =
    name === 'startAudit' ? { auditId: id } : name.endsWith('Invitation') ? { invitationId: id } : { keyId: id };
  const about = tag === 'Webhooks' ? { hookId: id, owner } : made;
  logger.info({ reqId, account: caller?.account, call: name, input, ...about, transactionId }, 'privileged act');
}

/** Images are sent as text, and a line of the log need not repeat them. */
const shortened = (text: string): string =>
  text.length > MAX_SHOWN ? `${text.slice(0, 32)}… (${text.length} characters)` : text;
const MAX_SHOWN = 2048;
