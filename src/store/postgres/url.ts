// Parses the URL of a PostgreSQL database: separates the parameters that the driver does not understand from those that it does.
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import * as tls from 'node:tls';
import { StoreUnavailable } from '../../ports/store.ts';

type Target = {
  /** The URL for the driver, without the parameters that are read here. */
  readonly url: string;
  readonly hosts: readonly string[];
  /** False if the URL has `prepare=false`, a parameter of Millpond for poolers that may give each transaction another connection. */
  readonly prepare: boolean;
  /** From the URL's query parameters, where libpq accepts them; the driver would send them to the server as settings, unencrypted. */
  readonly login: { readonly user?: string; readonly password?: string };
  /** Undefined if the URL has neither sslmode nor sslrootcert. */
  readonly ssl: false | 'prefer' | 'require' | tls.ConnectionOptions | undefined;
};

/** Parsed URLs: each is parsed once, so that a running node does not fail if its certificate file is removed. */
const targets = new Map<string, Target>();

export function targetOf(url: string): Target {
  const target = targets.get(url) ?? read(url);
  targets.set(url, target);
  return target;
}

const HOSTS = /(?:\[[^\]@/?#]*\]|[^@/?#:,]*)(?::\d*)?(?:,[^@/?#:,]*(?::\d*)?)*/.source;
const NAMED = new RegExp(String.raw`^(\w+://)([^@/?#]*@)?(${HOSTS}(?:/[^@/?#]*)?)(?:\?[^@#]*)?$`);

/** The URL without user, password and parameters, for messages; nothing of a URL in which the password cannot be located for certain. */
export function nameOf(url: string): string {
  const [, scheme, user, place] = NAMED.exec(url) ?? [];
  return place === undefined ? 'the database' : `${scheme}${user === undefined ? '' : '…@'}${place}`;
}

/** A warning if the server is on another machine and the connection may be unencrypted. */
export function unencrypted(url: string): string | undefined {
  const { hosts, ssl } = targetOf(url);
  if (hosts.every(isHere) || !(ssl === undefined || ssl === false || ssl === 'prefer')) return undefined;
  return `${nameOf(url)}: it is on another machine, and the connection is not guaranteed to be encrypted: add sslmode=verify-full`;
}

/** True for this machine: a loopback address, the folder of a socket, or no host at all. */
const isHere = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|%2F.*|)$/i.test(host);

function read(url: string): Target {
  const [base = '', query] = url.split(/\?(.*)/s);
  const parameters = new URLSearchParams(query);
  const take = (name: string): string | undefined => {
    const value = parameters.get(name) ?? undefined;
    parameters.delete(name);
    return value;
  };
  const hosts = (/\/\/(?:[^/]*@)?([^/]*)/.exec(base)?.[1] ?? '').split(',').map((host) => host.replace(/:\d*$/, ''));
  const prepare = take('prepare') !== 'false';
  const [user, password] = [take('user'), take('password')];
  const login = { ...(user !== undefined && { user }), ...(password !== undefined && { password }) };
  const ssl = sslOf(take('sslmode'), take('sslrootcert'), hosts);
  // With several hosts only the writable one is useful: a standby may lack confirmed transactions.
  const wanted = parameters.get('target_session_attrs') ?? (hosts.length > 1 ? 'read-write' : undefined);
  // The driver regards a hot standby as writable; only `primary` means what libpq means by `read-write`.
  if (wanted === 'read-write') parameters.set('target_session_attrs', 'primary');
  return { url: parameters.size > 0 ? `${base}?${parameters}` : base, hosts, prepare, login, ssl };
}

// https://www.postgresql.org/docs/current/libpq-ssl.html#LIBPQ-SSL-PROTECTION
function sslOf(mode: string | undefined, rootCert: string | undefined, hosts: readonly string[]): Target['ssl'] {
  // A root certificate without sslmode is meant to be used, so it implies verify-full.
  switch (mode ?? (rootCert && 'verify-full')) {
    case undefined:
      return undefined;
    case 'disable':
      return false;
    case 'allow':
    case 'prefer':
      return 'prefer';
    case 'require':
      return rootCert === undefined ? 'require' : { ...certificates(rootCert), checkServerIdentity: () => undefined };
    case 'verify-ca':
      return { ...certificates(rootCert), checkServerIdentity: () => undefined };
    case 'verify-full':
      return { ...certificates(rootCert), checkServerIdentity: (name, cert) => checkHost(name, cert, hosts) };
    default:
      throw new StoreUnavailable(
        'failed',
        `sslmode=${mode} must be disable, allow, prefer, require, verify-ca or verify-full`,
      );
  }
}

/** For a host named by its IP address the driver passes no name, so any of the URL's addresses may match. */
function checkHost(name: string, cert: tls.PeerCertificate, hosts: readonly string[]): Error | undefined {
  const names = hosts.includes(name) ? [name] : hosts.filter((host) => isIP(host) !== 0);
  const faults = names.map((host) => tls.checkServerIdentity(host, cert));
  return faults.includes(undefined) ? undefined : (faults[0] ?? new Error(`the certificate is not for ${name}`));
}

/** The root certificates of a file; without one, TLS uses those that Node trusts. */
function certificates(path: string | undefined): { readonly ca?: string | string[] } {
  if (path === undefined) return {};
  if (path === 'system') return { ca: tls.getCACertificates('system') };
  try {
    const ca = readFileSync(path, 'utf8');
    new X509Certificate(ca);
    return { ca };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'there is no such file' : `it cannot be read as a certificate (${message})`;
    throw new StoreUnavailable('failed', `sslrootcert=${path}: ${why}`);
  }
}
