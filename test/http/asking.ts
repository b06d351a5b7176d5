// Calls that the accounts of a test make, each with its own key.
import { expect } from 'vitest';
import type { Venue } from '../../src/ports/venue.ts';
import { exact, send } from './client.ts';
import type { Server } from './server.ts';

type Asked = [who: string, path: string, body?: object, idempotencyKey?: string];

/** `on` is asked at each call, since tests start their server later. */
export function asking(on: () => { readonly server: Server; readonly keys: Readonly<Record<string, string>> }) {
  const ask = (...[who, path, body, key]: Asked) =>
    send(on().server, {
      path,
      ...(body && { body }),
      headers: { authorization: `Bearer ${on().keys[who]}`, ...(key !== undefined && { 'idempotency-key': key }) },
    });
  /** The data of a successful answer, with every digit. */
  const data = async (...asked: Asked) => {
    const answer = await ask(...asked);
    expect(answer.status, answer.text).toBe(200);
    return exact(answer).data;
  };
  return { ask, data };
}

/** A venue at which `meanwhile` happens after the pools were asked what they would fill of an order, and before its commit. */
export const interrupted =
  (meanwhile: () => Promise<unknown> | undefined) =>
  (venue: Venue): Venue =>
    new Proxy(venue, {
      get(target, name) {
        const value = Reflect.get(target, name);
        if (name !== 'fillAtOnce') return typeof value === 'function' ? value.bind(target) : value;
        return async (...order: Parameters<Venue['fillAtOnce']>) => {
          const found = await target.fillAtOnce(...order);
          await meanwhile();
          return found;
        };
      },
    });
