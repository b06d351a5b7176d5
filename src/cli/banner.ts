// Where a server can be reached, in words for people.
import { isIPv6 } from 'node:net';

export const urlOf = (host: string, port: number): string => `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
