// The cookie of a session: where it is in a request, and how an answer sets it.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_COOKIE } from '../contract/sessions.ts';
import { LOOPBACK_NAMES, nameIn } from './host.ts';

const COOKIE = new RegExp(`(?:^|;)[ \\t]*${SESSION_COOKIE}=([^;]*)`);

/** What a browser sends as its session, of whatever form; undefined where it sends none. */
export const tokenIn = ({ headers: { cookie } }: FastifyRequest): string | undefined =>
  cookie === undefined ? undefined : COOKIE.exec(cookie)?.[1]?.trim();

export const keepToken = (request: FastifyRequest, reply: FastifyReply, token: string, seconds: number): void =>
  setCookie(request, reply, token, seconds);

export const clearToken = (request: FastifyRequest, reply: FastifyReply): void => setCookie(request, reply, '', 0);

function setCookie(request: FastifyRequest, reply: FastifyReply, token: string, seconds: number): void {
  const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isBare(request) ? '' : '; Secure'}`;
  // The framework would send it beside the one before.
  reply.removeHeader('set-cookie').header('set-cookie', `${SESSION_COOKIE}=${token}; ${attributes}`);
}

/** Plain http on this machine itself, where some browsers take no cookie that is Secure; whatever was forwarded may come from afar. */
function isBare({ protocol, headers }: FastifyRequest): boolean {
  if (protocol !== 'http' || headers.origin?.startsWith('https:')) return false;
  if (FORWARDED.some((name) => headers[name] !== undefined) && headers['x-forwarded-proto'] !== 'http') return false;
  return LOOPBACK_NAMES.includes(nameIn(headers.host ?? ''));
}

const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];
