// Signs deliveries by the Standard Webhooks specification.
import { createHmac, randomBytes } from 'node:crypto';
import type { HookRecord } from '../ports/webhooks.ts';

const PREFIX = 'whsec_';

export const newSecret = (): string => PREFIX + randomBytes(32).toString('base64');

/** How long deliveries are also signed with the previous secret, so that a receiver has time to change. */
export const ROTATION_MS = 24 * 3_600_000;

type Secrets = Pick<HookRecord, 'secret' | 'previousSecret' | 'previousUntilMs'>;

export type Message = { readonly id: string; readonly body: string };

/** The signature covers the time of the attempt, so that a receiver can refuse a replay. */
export function signedHeaders({ id, body }: Message, hook: Secrets, nowMs: number) {
  const timestamp = String(Math.floor(nowMs / 1000));
  const signatures = secretsAt(hook, nowMs).map((secret) => `v1,${sign(secret, `${id}.${timestamp}.${body}`)}`);
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

function secretsAt({ secret, previousSecret, previousUntilMs }: Secrets, nowMs: number): readonly string[] {
  const isRotating = previousSecret !== null && previousUntilMs !== null && nowMs < previousUntilMs;
  return isRotating ? [secret, previousSecret] : [secret];
}

const sign = (secret: string, text: string): string =>
  createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(text)
    .digest('base64');
