// The schemas of the contract as the OpenAPI document shows them, with records referred to by name.
import type { TSchema } from 'typebox';
import { Branding } from '../../contract/brand.ts';
import type { Declaration } from '../../contract/call.ts';
import { Failed } from '../../contract/errors.ts';
import { ErrorCodeRecord, ReasonCodeRecord } from '../../contract/failures.ts';
import { Pair } from '../../contract/fields.ts';
import { KeyRecord } from '../../contract/keys.ts';
import { provideLiquidity, refundLiquidity } from '../../contract/liquidity.ts';
import { setPoolFees } from '../../contract/listing.ts';
import { getBalanceProof } from '../../contract/log.ts';
import { PoolWindow, Valued } from '../../contract/market-data.ts';
import { collectFees, deposit } from '../../contract/operator.ts';
import { cancelOrder, createOrder, OrderRecord } from '../../contract/orders.ts';
import { CreationOptions, InvitationRecord, PasskeyRecord } from '../../contract/people.ts';
import { LPPosition } from '../../contract/positions.ts';
import * as records from '../../contract/records.ts';
import { createSession, SessionRecord } from '../../contract/sessions.ts';
import { AuditRecord } from '../../contract/status.ts';
import { createSwap } from '../../contract/swaps.ts';
import { buildSwap } from '../../contract/ton.ts';
import { createTransfer } from '../../contract/transfers.ts';
import { createWebhook, testWebhook, WebhookRecord } from '../../contract/webhooks.ts';

import { plainExample } from './page/document.ts';

export const refTo = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

/** The name of a call's request or answer among the schemas. */
export const nameOf = ({ name }: Pick<Declaration, 'name'>, part: string): string =>
  `${name[0]?.toUpperCase()}${name.slice(1)}${part}`;

const isSchema = (value: unknown): value is TSchema => typeof (value as { type?: unknown }).type === 'string';

/** Answers, and parts of them, that appear more than once and are no records of their own. */
const REPEATED = {
  SwapDone: createSwap.output,
  OrderPlaced: createOrder.output,
  OrderClosed: cancelOrder.output,
  LiquidityProvided: provideLiquidity.output,
  LiquidityRefunded: refundLiquidity.output,
  TransferDone: createTransfer.output,
  Movement: deposit.output,
  FeesCollected: collectFees.output,
  WebhookWithSecret: createWebhook.output,
  Delivered: testWebhook.output,
  SignedIn: createSession.output,
  Message: buildSwap.output.properties.messages.items,
  RowProof: getBalanceProof.output.properties.transaction,
  Gift: InvitationRecord.properties.balances.items,
  PoolFees: setPoolFees.output.properties.before,
};

/** Schemas that several calls use, each named after its export. */
const exported = Object.entries({
  ...records,
  Pair,
  Failure: Failed,
  AuditRecord,
  Branding,
  CreationOptions,
  ErrorCodeRecord,
  InvitationRecord,
  KeyRecord,
  LPPosition,
  OrderRecord,
  PasskeyRecord,
  PoolWindow,
  ReasonCodeRecord,
  SessionRecord,
  Valued,
  WebhookRecord,
  ...REPEATED,
}).filter(([, value]) => isSchema(value));
const byName = exported.map(([name, schema]) => [name.replace(/Record$/, ''), schema as object] as const);

/** Named schemas are recognized by their text without the description, since schema builders may copy their arguments. */
const textOf = (schema: object): string => JSON.stringify({ ...schema, description: undefined });
const DESCRIPTIONS = new Map(byName.map(([name, schema]) => [name, (schema as { description?: string }).description]));
const namesByText = new Map(byName.map(([name, schema]) => [textOf(schema), name]));

/** The schema as a reference if it has a name, otherwise in full. */
export function shown(schema: object): object {
  const name = namesByText.get(textOf(schema));
  if (name === undefined) return inFull(schema);
  const { description } = schema as { description?: string };
  const isOwn = description !== undefined && description !== DESCRIPTIONS.get(name);
  return { ...refTo(name), ...(isOwn && { description }) };
}

/** The schema in full, without an example that goes without saying. The validator's keyword `decimal` is shown as a number, or a string that contains one. */
function inFull(schema: object): object {
  const { decimal, examples, ...rest } = schema as Record<string, unknown> & { examples?: readonly unknown[] };
  const members = Object.entries(rest).map(([key, value]) => [key, below(value)]);
  const isPlain = examples?.length === 1 && examples[0] === plainExample(rest);
  const type = decimal !== undefined && { type: [decimal === 'whole' ? 'integer' : 'number', 'string'] };
  return { ...type, ...Object.fromEntries(members), ...(examples && !isPlain && { examples }) };
}

function below(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(below);
  return typeof value === 'object' && value !== null ? shown(value) : value;
}

export const NAMED: Readonly<Record<string, object>> = Object.fromEntries(
  byName.map(([name, schema]) => [name, inFull(schema)]),
);
