// Calls a tool: turns the arguments into one request to the exchange, and the answer into the result of the tool.
import { takesKey } from '../contract/call.ts';
import type { Tool } from './tools.ts';

export type Request = {
  readonly method: 'GET' | 'POST';
  /** Includes the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

export type ToolReply = { readonly status: number; readonly text: string; header(name: string): string | undefined };
export type SendRequest = (request: Request) => Promise<ToolReply>;

export type Arguments = Readonly<Record<string, unknown>>;

export type ToolResult = {
  readonly content: readonly [{ readonly type: 'text'; readonly text: string }];
  readonly structuredContent: object;
  readonly isError?: true;
};

/** A failed tool call: a code for programs, and a message to act on. */
export class ToolFailure extends Error {
  override name = 'ToolFailure';
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Runs a tool with the given arguments; `withAddresses` replaces symbols of tokens among them by addresses. */
export async function callTool(
  tool: Tool,
  given: Arguments,
  ask: SendRequest,
  withAddresses: (input: Arguments) => Promise<Arguments>,
): Promise<ToolResult> {
  const { idempotencyKey = crypto.randomUUID(), ...input } = given;
  const key = takesKey(tool.call) && isKey(idempotencyKey) ? { idempotencyKey } : {};
  try {
    check(tool, given);
    const request = requestOf(tool, await withAddresses(input), idempotencyKey as string);
    return resultOf(tool, await ask(request), key);
  } catch (error) {
    if (error instanceof ToolFailure) return failed(error.code, error.message, key);
    throw error;
  }
}

function requestOf({ call }: Tool, input: Arguments, idempotencyKey: string): Request {
  const headers = { amounts: 'string', ...(takesKey(call) && { 'idempotency-key': idempotencyKey }) };
  if (call.method === 'GET') {
    const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, textOf(name, value)]));
    return { method: 'GET', path: `/${call.name}?${query}`, headers };
  }
  const body = JSON.stringify(input);
  return { method: 'POST', path: `/${call.name}`, headers: { ...headers, 'content-type': 'application/json' }, body };
}

function textOf(name: string, value: unknown): string {
  if (typeof value === 'object') throw invalid(`${name} must be a string.`);
  return String(value);
}

function resultOf({ call }: Tool, reply: ToolReply, key: object): ToolResult {
  const answer = JSON.parse(reply.text);
  if (reply.status >= 400) {
    const retryAfter = reply.header('retry-after');
    const reasonCode = reply.header('reason-code');
    const more = {
      ...key,
      ...(retryAfter !== undefined && { retryAfterSeconds: Number(retryAfter) }),
      ...(reasonCode !== undefined && { reasonCode }),
    };
    return failed(reply.header('error-code') ?? 'internal_error', answer.error, more);
  }
  const transactionId = reply.header('transaction-id');
  const data = { ...(call.bare ? answer : answer.data), ...(transactionId !== undefined && { transactionId }), ...key };
  return { content: [{ type: 'text', text: JSON.stringify(data) }], structuredContent: data };
}

function failed(code: string, error: string, more: object): ToolResult {
  const told = { code, error, ...more };
  const after = Object.entries(more).map(([name, value]) => `\n${name}: ${value}`);
  return {
    content: [{ type: 'text', text: `${code}: ${error}${after.join('')}` }],
    structuredContent: told,
    isError: true,
  };
}

const invalid = (message: string): ToolFailure => new ToolFailure('invalid_request', message);

/** Refuses arguments that the tool does not list, imprecise numbers, and swaps without a limit, even if the exchange accepts them. */
function check({ call, told }: Tool, given: Arguments): void {
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(told.inputSchema.properties, name)) {
      throw invalid(`${JSON.stringify(name.slice(0, 64))} is not an argument of ${call.name}.`);
    }
    checkNumbers(name, value, 0);
  }
  const { idempotencyKey } = given;
  if (idempotencyKey !== undefined && !isKey(idempotencyKey)) {
    throw invalid('idempotencyKey must be 1 to 255 printable ASCII characters without spaces.');
  }
  if (call.name === 'createSwap') checkLimit(given);
}

/** The format of the header Idempotency-Key. */
const isKey = (key: unknown): key is string => typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key);
const MAX_DEPTH = 16;

/** Refuses JSON numbers other than safe integers, since they may have lost digits when they were parsed. */
function checkNumbers(path: string, value: unknown, depth: number): void {
  if (depth > MAX_DEPTH) throw invalid(`${path.slice(0, 64)} is nested too deeply.`);
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    throw invalid(
      `${path.replace(/[^ -~]/g, '?').slice(0, 64)} must be a string such as "10.5": a JSON number may lose digits.`,
    );
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) checkNumbers(`${path}.${name}`, member, depth + 1);
}

/** Requires a limit for the amount of a swap that is not exact, since an agent swaps unattended. */
function checkLimit({ amount, minReceived, maxPaid }: Arguments): void {
  const isBought = typeof amount === 'object' && amount !== null && 'tokenB' in amount;
  if (isBought && maxPaid === undefined) {
    throw invalid('maxPaid is missing. Call getQuote with receive and pass the quoted amountA, or a little more.');
  }
  if (!isBought && minReceived === undefined) {
    throw invalid('minReceived is missing. Call getQuote and pass the quoted amountB, or a little less.');
  }
  if (!isBought && Number(minReceived) === 0) {
    throw invalid(
      'minReceived must be more than 0, since 0 sets no limit. Pass the amountB from getQuote, or a little less.',
    );
  }
}
