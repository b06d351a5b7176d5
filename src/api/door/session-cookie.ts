// Reads and sets the session cookie.

import { SESSION_COOKIE } from '../../contract/sessions.ts';
import { LOOPBACK_NAMES, nameIn } from './host.ts';
import type { HttpReply, HttpRequest } from './request.ts';

/** Browsers accept this prefix only from this very host over https, so that no other host of the domain can set it. */
const HOST_COOKIE = `__Host-${SESSION_COOKIE}`;

const cookieNamed = (name: string): RegExp => new RegExp(`(?:^|;)[ \\t]*${name}=([^;]*)`);
const [BARE, GUARDED] = [cookieNamed(SESSION_COOKIE), cookieNamed(HOST_COOKIE)];

/** The session token in the cookies, valid or not; undefined if there is none. */
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
  // Fastify would add it to an earlier Set-Cookie.
  const name = isGuarded ? HOST_COOKIE : SESSION_COOKIE;
  reply.removeHeader('set-cookie').header('set-cookie', `${name}=${token}; ${attributes}`);
}

/** True for plain http on this machine, where some browsers reject Secure cookies; a forwarded request may come from elsewhere. */
const isBare = (request: HttpRequest): boolean => isHere(request) && !request.headers.origin?.startsWith('https:');

/** True for unforwarded plain http to a loopback name, regardless of the page's origin: cross-site requests are refused elsewhere. */
function isHere({ protocol, headers }: HttpRequest): boolean {
  if (protocol !== 'http') return false;
  if (FORWARDED.some((name) => headers[name] !== undefined) && headers['x-forwarded-proto'] !== 'http') return false;
  return LOOPBACK_NAMES.includes(nameIn(headers.host ?? ''));
}

const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];
