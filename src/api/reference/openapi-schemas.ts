// The schemas of the contract as the OpenAPI document shows them, with records referred to by name.
import Type, { type TSchema } from 'typebox';
import { ActivityRecord, getTransaction } from '../../contract/activity.ts';
import { Branding } from '../../contract/brand.ts';
import type { Declaration } from '../../contract/call.ts';
import { Failed } from '../../contract/errors.ts';
import { EventsRecord } from '../../contract/events.ts';
import { ErrorCodeRecord, ReasonCodeRecord } from '../../contract/failures.ts';
import { Pair } from '../../contract/fields.ts';
import { getGains } from '../../contract/gains.ts';
import { KeyRecord } from '../../contract/keys.ts';
import { provideLiquidity, refundLiquidity } from '../../contract/liquidity.ts';
import { setPoolFees } from '../../contract/listing.ts';
import { getBalanceProof } from '../../contract/log.ts';
import { AT, MarketPool, MarketToken, PoolWindow, Valued } from '../../contract/market-data.ts';
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
  ActivityKind: ActivityRecord.properties.kind,
  SettlementFault: records.SettlementFields.reasonCode,
  PoolReserves: getTransaction.output.properties.pools.anyOf[0].items.properties.before,
  MarketPool,
  MarketToken,
  AsOf: Type.Object(AT),
  Settlement: Type.Object(records.SettlementFields),
  PoolAddresses: Type.Pick(provideLiquidity.output, ['poolAddress', 'token1Address', 'token2Address']),
  LiquidityChange: Type.Object({ ...records.LiquidityRecord, ...records.OneTokenRecord }),
  Gains: getGains.output.properties.realised,
  EventsRecord,
  EventHop: EventsRecord.properties.swapped,
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
  ActivityRecord,
  ...REPEATED,
}).filter(([, value]) => isSchema(value));
/** Clients know the data of an event by its whole name. */
const byName = exported.map(([name, schema]) => [name.replace(/(?<!^Events)Record$/, ''), schema as object] as const);

/** Named schemas are recognized by their text without the description, since schema builders may copy their arguments. */
const textOf = (schema: object): string => JSON.stringify({ ...schema, description: undefined });
const DESCRIPTIONS = new Map(byName.map(([name, schema]) => [name, (schema as { description?: string }).description]));
const BY_SIZE = byName
  .map(([name, schema]) => [name, schema as Shape] as const)
  .filter(([, { additionalProperties }]) => additionalProperties === undefined)
  .sort(([, one], [, other]) => Object.keys(other.properties ?? {}).length - Object.keys(one.properties ?? {}).length);
const namesByText = new Map(byName.map(([name, schema]) => [textOf(schema), name]));

/** The schema as a reference if it has a name, otherwise in full. */
export function shown(schema: object): object {
  const name = namesByText.get(textOf(schema));
  if (name === undefined) return inFull(schema);
  const { description } = schema as { description?: string };
  const isOwn = description !== undefined && description !== DESCRIPTIONS.get(name);
  return { ...refTo(name), ...(isOwn && { description }) };
}

type Shape = {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
  readonly description?: string;
};

/** Whether an object has every field of a record, and more. */
function extendsRecord(
  { properties = {}, required = [] }: Shape,
  { properties: its = {}, required: needed = [] }: Shape,
) {
  const names = Object.keys(its);
  return (
    names.length > 2 &&
    names.length < Object.keys(properties).length &&
    names.every((name) => JSON.stringify(properties[name]) === JSON.stringify(its[name])) &&
    names.every((name) => required.includes(name) === needed.includes(name))
  );
}

/** An object that extends a record, as that record and the other fields. */
function extension(schema: Shape): object | undefined {
  const { properties = {}, required = [], description, ...rest } = schema;
  if (rest.type !== 'object' || rest.additionalProperties !== undefined) return undefined;
  const base = BY_SIZE.find(([, record]) => extendsRecord(schema, record));
  if (!base) return undefined;
  const [name, { properties: its = {} }] = base;
  const isOther = (field: string) => !(field in its);
  const others = Object.fromEntries(Object.entries(properties).filter(([field]) => isOther(field)));
  const more = inFull({ ...rest, required: required.filter(isOther), properties: others });
  const parts = (more as { readonly allOf?: readonly object[] }).allOf ?? [more];
  // In the order in which the fields are read.
  const allOf = Object.keys(properties).findIndex(isOther) === 0 ? [...parts, refTo(name)] : [refTo(name), ...parts];
  return { allOf, ...(description !== undefined && { description }) };
}

/** The schema in full, without an example that goes without saying, and without the words for error messages if it is described. The validator's keyword `decimal` is shown as a number, or a string that contains one. */
function inFull(schema: object): object {
  const extended = extension(schema);
  if (extended) return extended;
  const { decimal, examples, title, ...rest } = shownDigits(schema) as Record<string, unknown> & {
    examples?: readonly unknown[];
  };
  const plain = orNull(rest);
  const members = Object.entries(plain).map(([key, value]) => [key, below(value)]);
  const [example] = examples ?? [];
  const [first] = (rest.anyOf ?? []) as readonly Shape[];
  const isPlain =
    rest.type === 'boolean' || (examples?.length === 1 && (example === plainExample(rest) || first?.properties));
  const type = decimal !== undefined && { type: [decimal === 'whole' ? 'integer' : 'number', 'string'] };
  const named = title !== undefined && rest.description === undefined && { title };
  return { ...named, ...type, ...Object.fromEntries(members), ...(examples && !isPlain && { examples }) };
}

/** The whole numbers of a query as integers, and its times as strings or integers: clients then take numbers for them. */
function shownDigits(schema: object): object {
  const { whole, orSeconds, ...rest } = schema as {
    whole?: readonly [number, number];
    orSeconds?: true;
    examples?: readonly string[];
  };
  if (orSeconds) return { ...rest, type: ['string', 'integer'] };
  if (!whole) return schema;
  const [minimum, maximum] = whole;
  return { ...rest, type: 'integer', minimum, maximum, examples: rest.examples?.map(Number) };
}

/** A value of a plain type, or null, as one type: shorter, and read better by client generators. */
function orNull(schema: Record<string, unknown>): Record<string, unknown> {
  const { anyOf, ...rest } = schema as { anyOf?: readonly Record<string, unknown>[] };
  const [one, none, ...more] = anyOf ?? [];
  if (none?.type !== 'null' || more.length > 0 || typeof one?.type !== 'string' || namesByText.has(textOf(one)))
    return schema;
  return ['object', 'array'].includes(one.type) ? schema : { ...one, type: [one.type, 'null'], ...rest };
}

function below(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(below);
  return typeof value === 'object' && value !== null ? shown(value) : value;
}

export const NAMED: Readonly<Record<string, object>> = Object.fromEntries(
  byName.map(([name, schema]) => [name, inFull(schema)]),
);
