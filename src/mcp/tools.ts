// The tools that agents are given: the calls as they are declared, in words and types that a model can act by.
import type { TSchema } from 'typebox';
import type { Declaration, VenueKind } from '../contract/call.ts';
import { DECLARATIONS } from '../contract/calls.ts';

/** Scopes that can be enabled; every tool belongs to one. */
export const SCOPES = ['market', 'account', 'trade', 'send', 'operator'] as const;
export type Scope = (typeof SCOPES)[number];
/** What is on where nobody says: nothing that changes anything. */
export const READ_ONLY: readonly Scope[] = ['market', 'account'];

export type Tool = {
  readonly call: Declaration;
  readonly scope: Scope;
  /** As `tools/list` tells it. */
  readonly told: {
    readonly name: string;
    readonly title: string;
    readonly description: string;
    readonly inputSchema: InputSchema;
    readonly annotations: object;
  };
};

type InputSchema = {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
  readonly additionalProperties: false;
};

function scopeOf({ who, changes, tag, scope }: Declaration): Scope {
  if (who === 'operator') return 'operator';
  // An agent that may trade cannot give anything away.
  if (scope === 'send') return 'send';
  if (changes) return 'trade';
  return who === 'anyone' && tag !== 'Accounts' ? 'market' : 'account';
}

/**
 * A GET that changes something has a POST beside it; what carries other calls would carry them past what tools ask for; by a
 * webhook or a key, an agent that was talked into it would let others at an account, and be shown a secret; and only a browser
 * has a session. Whatever takes a larger body takes a file, which is more than a model can write; and an import answers with links
 * that let others in.
 */
const NO_TOOLS: ReadonlySet<string> = new Set(['Webhooks', 'Sessions', 'Keys']);
const isTool = ({ method, changes, carries, tag, bodyLimitBytes }: Declaration): boolean =>
  !carries && bodyLimitBytes === undefined && !NO_TOOLS.has(tag) && !(changes && method === 'GET');

export const takesKey = ({ changes, takesNoKey }: Declaration): boolean => changes && !takesNoKey;

const KEY: object = {
  type: 'string',
  description: 'Your own id for this action. If the outcome is unclear, send the same request again with the same key.',
};

const LIMITS: Readonly<Record<string, string>> = {
  createSwap: `Call getQuote first. With amount.tokenA, minReceived is required: the quoted amountB, or a little less.
With amount.tokenB, maxPaid is required instead: the quoted amountA, or a little more.`,
  createOrder: 'Call quoteOrder first. The amount is set aside until the order is filled, cancelled or expired.',
  createTransfer: 'Call checkAccount first, and send only to an account that your user named.',
};

export const TOOLS: ReadonlyMap<string, Tool> = new Map(
  Object.values<Declaration>(DECLARATIONS)
    .filter(isTool)
    .map((call) => [call.name, { call, scope: scopeOf(call), told: toldOf(call) }]),
);

type Chosen = {
  readonly scopes: readonly Scope[];
  /** False leaves out what needs an operator's key. */
  readonly isOperator?: boolean;
  /** Leaves out what this venue does not have; undefined if it is not known. */
  readonly venue?: VenueKind | undefined;
};

export const toolsOf = ({ scopes, isOperator = true, venue }: Chosen): readonly Tool[] =>
  [...TOOLS.values()].filter(
    ({ scope, call }) =>
      scopes.includes(scope) &&
      (isOperator || scope !== 'operator') &&
      (venue === undefined || call.venue === undefined || call.venue === venue),
  );

/** Words between commas, and the first of them that names no scope. */
export function readScopes(text: string): { readonly scopes: readonly Scope[]; readonly unknown?: string } {
  const words = text.split(',').map((word) => word.trim());
  const unknown = words.find((word) => !SCOPES.some((scope) => scope === word));
  return { scopes: words as Scope[], ...(unknown !== undefined && { unknown }) };
}

function toldOf(call: Declaration): Tool['told'] {
  const { name, summary, description, changes, who } = call;
  const sentences = [
    `${summary}.`,
    description,
    LIMITS[name],
    who === 'operator' && "Requires an operator's key.",
    takesKey(call) && 'Executed once per idempotencyKey. Without one, the server creates one and returns it.',
  ];
  return {
    name,
    title: summary,
    description: sentences.filter(Boolean).join(' ').replaceAll('\n', ' '),
    inputSchema: inputOf(call),
    // Whatever changes something spends, moves or ends something; nothing reaches beyond the exchange.
    annotations: {
      title: summary,
      readOnlyHint: !changes,
      destructiveHint: changes,
      idempotentHint: !changes,
      openWorldHint: false,
    },
  };
}

type Shape = { readonly properties: Readonly<Record<string, TSchema>>; readonly required?: readonly string[] };

/** Of several names for the same, the first; and no file, which would be more than an agent can read. */
function inputOf(call: Declaration): InputSchema {
  const { properties, required = [] } = call.input as unknown as Shape;
  const [chosen, ...others] = call.oneOf ?? [];
  const dropped = [...others, ...(call.exported ? ['format'] : [])];
  const needed = chosen === undefined ? required : [...required, chosen];
  const kept = Object.entries(properties).filter(([name]) => !dropped.includes(name));
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(kept.map(([name, schema]) => [name, plain(schema)])),
      ...(takesKey(call) && { idempotencyKey: KEY }),
    },
    ...(needed.length > 0 && { required: needed }),
    additionalProperties: false,
  };
}

/** Without examples, which cost a model more than they tell it, but for those that show what a decimal looks like. */
function plain(schema: object): object {
  const { decimal, examples, ...rest } = schema as { decimal?: unknown; examples?: readonly unknown[] };
  if (decimal) return { type: 'string', ...rest, ...(examples && { examples: examples.map(String) }) };
  return Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, below(value)]));
}

function below(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(below);
  return typeof value === 'object' && value !== null ? plain(value) : value;
}
