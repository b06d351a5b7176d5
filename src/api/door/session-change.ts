// Runs a call that signs in or out, or a step of one: sets or clears the session cookie and logs one line.

import type { Logger } from 'pino';
import type { Caller } from '../../access/keys.ts';
import type { CallContext, SessionChange } from '../call.ts';
import type { CallAnswer } from '../run-call.ts';
import { refusalOfOther } from './caller.ts';
import type { HttpReply, HttpRequest } from './request.ts';
import { clearToken, keepToken, tokenIn } from './session-cookie.ts';

export async function changeSession(
  call: SessionChange,
  context: CallContext,
  { request, reply, logger }: { readonly request: HttpRequest; readonly reply: HttpReply; readonly logger: Logger },
): Promise<CallAnswer> {
  const { 'user-agent': agent = '', host = '' } = request.headers;
  const visit = {
    token: tokenIn(request),
    ip: request.ip,
    agent,
    host,
    port: request.raw.socket.localPort,
    refusalOfOther: (owner: Pick<Caller, 'account'>) => refusalOfOther(request, owner),
  };
  const { data, begun, about, failure } = await call.change(context, visit);
  if (begun) keepToken(request, reply, begun.token, begun.lifeSeconds);
  else if (begun === null) clearToken(request, reply);
  if (failure !== undefined)
    logger.warn(
      { reqId: request.id, ...about, call: call.name, err: failure },
      'signed up, but the session could not be changed',
    );
  else if (about) logger.info({ reqId: request.id, ...about, call: call.name }, begun ? 'signed in' : 'signed out');
  return { isPending: false, data };
}
