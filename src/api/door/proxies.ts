// Recognizes trusted proxies, and finds the client's address and protocol in the headers that they add.
import type { IncomingMessage } from 'node:http';
import { networksOf } from '../../networks.ts';

type Protocol = 'http' | 'https';

export type Proxies = {
  has(address: string): boolean;
  /** The address of the peer or, if that is a trusted proxy, the last in X-Forwarded-For that is none; as Fastify's `trustProxy` does. */
  clientOf(request: IncomingMessage): string;
  protocolOf(request: IncomingMessage): Protocol;
};

export function proxiesAt(addresses: readonly string[]): Proxies {
  const has = networksOf(addresses);
  const peerOf = ({ socket }: IncomingMessage) => socket.remoteAddress ?? '';
  return {
    has,
    clientOf(request) {
      const header = request.headers['x-forwarded-for'] as string | undefined;
      let address = peerOf(request);
      // Read from the end: each proxy appends the address of its own client.
      for (let end = header?.length ?? 0; header && end > 0 && has(address); ) {
        const comma = header.lastIndexOf(',', end - 1);
        address = header.slice(comma + 1, end).replace(SPACES, '') || address;
        end = comma;
      }
      return address;
    },
    protocolOf(request) {
      const header = request.headers['x-forwarded-proto'] as string | undefined;
      if (!header || !has(peerOf(request))) return 'http';
      return header.slice(header.lastIndexOf(',') + 1).trim() as Protocol;
    },
  };
}

const SPACES = /^[ \t]+|[ \t]+$/g;
