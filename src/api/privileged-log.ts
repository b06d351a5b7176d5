// One line for each act of an operator: who did what, and by which transaction it is found.
import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Declaration } from '../contract/call.ts';
import { NumberText } from './exact-json.ts';

/** What was asked for is logged as it was sent: nothing that operators send is a secret. */
export function logPrivileged(
  logger: Logger,
  { name }: Pick<Declaration, 'name'>,
  { id: reqId, caller, body }: FastifyRequest,
  transactionId: string | undefined,
): void {
  const input = JSON.parse(JSON.stringify(body, (_, value) => (value instanceof NumberText ? value.text : value)));
  logger.info({ reqId, account: caller?.account, call: name, input, transactionId }, 'privileged act');
}
