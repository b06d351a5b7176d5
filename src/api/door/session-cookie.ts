// The cookie of a session: where it is in a request, and how an answer sets it.

import { SESSION_COOKIE } from '../../contract/sessions.ts';
import { LOOPBACK_NAMES, nameIn } from './host.ts';
import type { HttpReply, HttpRequest } from './request.ts';

/** By this name browsers take it only from this very host by https, so that no neighbour of the same domain can set it. */
const HOST_COOKIE = `__Host-${SESSION_COOKIE}`;

const cookieNamed = (name: string): RegExp => new RegExp(`(?:^|;)[ \\t]*${name}=([^;]*)`);
const [BARE, GUARDED] = [cookieNamed(SESSION_COOKIE), cookieNamed(HOST_COOKIE)];

/** What a browser sends as its session, of whatever form; undefined where it sends none. */
export function tokenIn(request: HttpRequest): string | undefined {
  const { cookie } = request.headers;
  if (cookie === undefined) return undefined;
  const found = GUARDED.exec(cookie) ?? (isHere(request) ? BARE.exec(cookie) : null);
  return found?.[1]?.trim();
}

export const keepToken = (request: HttpRequest, reply: HttpReply, token: string, seconds: number): void =>
  setCookie(request, reply, token, seconds);

export const clearToken = (request: HttpRequest, reply: HttpReply): void => setCookie(request, reply, '', 0);

function setCookie(request: HttpRequest, reply: HttpReply, token: string, seconds: number): void {
  const isGuarded = !isBare(request) || GUARDED.test(request.headers.cookie ?? '');
  const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isGuarded ? '; Secure' : ''}`;
  // The framework would send it beside the one before.
  const name = isGuarded ? HOST_COOKIE : SESSION_COOKIE;
  reply.removeHeader('set-cookie').header('set-cookie', `${name}=${token}; ${attributes}`);
}

/** Plain http on this machine itself, where some browsers take no cookie that is Secure; whatever was forwarded may come from afar. */
const isBare = (request: HttpRequest): boolean => isHere(request) && !request.headers.origin?.startsWith('https:');

/** The same whichever page asks: one of another site is refused for what it is. */
function isHere({ protocol, headers }: HttpRequest): boolean {
  if (protocol !== 'http') return false;
  if (FORWARDED.some((name) => headers[name] !== undefined) && headers['x-forwarded-proto'] !== 'http') return false;
  return LOOPBACK_NAMES.includes(nameIn(headers.host ?? ''));
}

const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];
