// Reads and sets the session cookie.

import { SESSION_COOKIE } from '../../contract/sessions.ts';
import { LOOPBACK_NAMES, nameIn } from './host.ts';
import type { HttpReply, HttpRequest } from './request.ts';

/** Browsers accept a cookie with this prefix only from this very host over https, so that no other host of the domain can set it. */
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
  // An earlier Set-Cookie is removed first: Fastify would keep both.
  const name = isGuarded ? HOST_COOKIE : SESSION_COOKIE;
  reply.removeHeader('set-cookie').header('set-cookie', `${name}=${token}; ${attributes}`);
}

/** True if the page, too, was loaded over plain http from this machine, where some browsers reject Secure cookies. */
const isBare = (request: HttpRequest): boolean => isHere(request) && !request.headers.origin?.startsWith('https:');

/** True for plain http to a loopback name; if a proxy forwards the request, X-Forwarded-Proto must say that it received plain http, too. */
function isHere({ protocol, headers }: HttpRequest): boolean {
  if (protocol !== 'http') return false;
  if (FORWARDED.some((name) => headers[name] !== undefined) && headers['x-forwarded-proto'] !== 'http') return false;
  return LOOPBACK_NAMES.includes(nameIn(headers.host ?? ''));
}

const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];
