// One line for each act of an operator: who did what, and by which transaction it is found.
import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Declaration } from '../contract/call.ts';
import { withoutSecrets } from '../exchange/keys.ts';
import { NumberText } from './exact-json.ts';
import type { Answered } from './run-call.ts';

/** What was asked for is logged as it was sent, but for a key that was pasted where its id is asked for. */
export function logPrivileged(
  logger: Logger,
  { name }: Pick<Declaration, 'name'>,
  { id: reqId, caller, body }: Pick<FastifyRequest, 'id' | 'caller' | 'body'>,
  { transactionId, data }: Answered,
): void {
  const shown = (_: string, value: unknown) => {
    if (value instanceof NumberText) return value.text;
    return typeof value === 'string' ? withoutSecrets(value) : value;
  };
  const input = JSON.parse(JSON.stringify(body, shown));
  // Of a key that is made, the id is known only now.
  const { id: keyId } = data as { readonly id?: string };
  logger.info({ reqId, account: caller?.account, call: name, input, keyId, transactionId }, 'privileged act');
}
