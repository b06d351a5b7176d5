// The tools for agents: the declared calls, with descriptions and types that suit a model.
import type { TSchema } from 'typebox';
import { type Declaration, takesKey, type VenueKind } from '../contract/call.ts';
import { DECLARATIONS } from '../contract/calls.ts';

/** Scopes that can be enabled; every tool belongs to one. */
export const SCOPES = ['market', 'account', 'trade', 'send', 'operator'] as const;
export type Scope = (typeof SCOPES)[number];
/** The default scopes, which change nothing. */
export const READ_ONLY: readonly Scope[] = ['market', 'account'];

export type Tool = {
  readonly call: Declaration;
  readonly scope: Scope;
  /** The entry of the tool in the answer to `tools/list`. */
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
  // Sending has a scope of its own, so that an agent that may trade cannot give anything away.
  if (scope === 'send') return 'send';
  if (changes) return 'trade';
  return who === 'anyone' && tag !== 'Accounts' ? 'market' : 'account';
}

/**
 * Calls that are no tools: a GET that changes state, since there is a POST of the same name; bulks, whose items would bypass the
 * checks of tools; webhooks and keys, with which a manipulated agent would give others access or see a secret; sessions, which
 * only browsers have; and calls with a larger body, which take a file or, for an import, return links that grant access.
 */
const NO_TOOLS: ReadonlySet<string> = new Set(['Webhooks', 'Sessions', 'Keys']);
const isTool = ({ method, changes, carries, tag, bodyLimitBytes }: Declaration): boolean =>
  !carries && bodyLimitBytes === undefined && !NO_TOOLS.has(tag) && !(changes && method === 'GET');

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
  /** False leaves out the tools that need an operator's key. */
  readonly isOperator?: boolean;
  /** Leaves out the tools that this kind of venue does not have; undefined if the kind is not known. */
  readonly venue?: VenueKind | undefined;
};

export const toolsOf = ({ scopes, isOperator = true, venue }: Chosen): readonly Tool[] =>
  [...TOOLS.values()].filter(
    ({ scope, call }) =>
      scopes.includes(scope) &&
      (isOperator || scope !== 'operator') &&
      (venue === undefined || call.venue === undefined || call.venue === venue),
  );

/** Parses scopes separated by commas; `unknown` is the first that does not exist. */
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
    // Every change is marked as destructive, since it spends, moves or ends something; no tool reaches beyond the exchange.
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

/** The arguments of a tool: only the first of several alternative fields, and nothing about files, which are too long for an agent. */
function inputOf(call: Declaration): InputSchema {
  const { properties, required = [] } = call.input as unknown as Shape;
  const [chosen, ...others] = call.oneOf ?? [];
  const dropped = [...others, ...(call.exported ? ['format', 'bom'] : [])];
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

/** Simplifies a schema for a model: decimals become strings, and only they keep examples, which otherwise cost too many tokens. */
function plain(schema: object): object {
  const { decimal, whole, orSeconds, examples, ...rest } = schema as Record<string, unknown> & {
    examples?: readonly unknown[];
  };
  if (whole) return { ...rest, type: ['integer', 'string'] };
  if (decimal) return { type: 'string', ...rest, ...(examples && { examples: examples.map(String) }) };
  return Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, below(value)]));
}

function below(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(below);
  return typeof value === 'object' && value !== null ? plain(value) : value;
}
