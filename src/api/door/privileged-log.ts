// Logs one line for each privileged change by an operator: who changed what, in which transaction.

import type { Logger } from 'pino';
import { withoutSecrets } from '../../access/keys.ts';
import type { Declaration } from '../../contract/call.ts';
import { NumberText } from '../json/exact-json.ts';
import type { CallAnswer } from '../run-call.ts';
import type { HttpRequest } from './request.ts';

/** True for changes by operators, and for changes of keys and webhooks, which operators may make for any account. */
export const isPrivileged = ({ who, tag, changes }: Declaration): boolean =>
  changes && (who === 'operator' || tag === 'Webhooks' || tag === 'Keys');

/** Logs the input as it was sent, except for secrets: keys pasted in place of ids, and tokens in URLs. */
export function logPrivileged(
  logger: Logger,
  { name, tag }: Pick<Declaration, 'name' | 'tag'>,
  { id: reqId, caller, body }: Pick<HttpRequest, 'id' | 'caller' | 'body'>,
  { transactionId, data }: CallAnswer,
): void {
  const shown = (field: string, value: unknown) => {
    if (value instanceof NumberText) return value.text;
    // Logs only the length of an uploaded file.
    if (field === 'csv') return `${String(value).length} characters`;
    if (field === 'url') return URL.parse(String(value))?.host;
    return typeof value === 'string' ? withoutSecrets(shortened(value)) : value;
  };
  const input = JSON.parse(JSON.stringify(body, shown));
  // The id of a new key, audit, invitation or webhook is known only from the answer, and so is the owner of a webhook.
  const { id, account: owner } = data as { readonly id?: string; readonly account?: string };
  const made =
    name === 'startAudit' ? { auditId: id } : name.endsWith('Invitation') ? { invitationId: id } : { keyId: id };
  const about = tag === 'Webhooks' ? { hookId: id, owner } : made;
  logger.info({ reqId, account: caller?.account, call: name, input, ...about, transactionId }, 'privileged act');
}

/** Shortens long texts such as images, which are sent as base64. */
const shortened = (text: string): string =>
  text.length > MAX_SHOWN ? `${text.slice(0, 32)}… (${text.length} characters)` : text;
const MAX_SHOWN = 2048;
