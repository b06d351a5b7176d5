// Which calls are tools, in which scope, and how they are described to a model.
import { describe, expect, test } from 'vitest';
import type { Declaration } from '../contract/call.ts';
import { DECLARATIONS } from '../contract/calls.ts';
import { READ_ONLY, readScopes, SCOPES, TOOLS, toolsOf } from './tools.ts';

const CALLS = Object.values<Declaration>(DECLARATIONS);

/** Calls that grant access, show a secret, need a browser or take a file. */
const NO_TOOL = /webhook|session|key|sign(up|in)|invitation|checkName|uploadImage|importAccounts|deliver/i;

describe('every call is a tool of one scope, except bulk calls and those that NO_TOOL matches', () => {
  test.each(CALLS.map((call) => [`${call.method} ${call.name}`, call] as const))('%s', (_, call) => {
    const tool = TOOLS.get(call.name);
    if (call.carries || NO_TOOL.test(call.name)) return expect(tool).toBeUndefined();
    // If a GET and a POST have the same name, the POST is the tool.
    if (call.changes && call.method === 'GET') return expect(tool?.call.method).toBe('POST');
    expect(tool?.call).toBe(call);
    const { scope, told } = tool as NonNullable<typeof tool>;
    expect(SCOPES.filter((one) => toolsOf({ scopes: [one] }).some(({ call: { name } }) => name === call.name))).toEqual(
      [scope],
    );
    expect(scope === 'operator').toBe(call.who === 'operator');
    if (call.changes) expect(READ_ONLY).not.toContain(scope);
    expect(call.input.properties).not.toHaveProperty('idempotencyKey');
    expect(told.name).toMatch(/^\w{1,64}$/);
    expect(JSON.stringify(told)).not.toMatch(/"decimal":|"format":\{/);
    expect(told.annotations).toMatchObject({ readOnlyHint: !call.changes, destructiveHint: call.changes });
  });
});

test('a tool’s scope follows from who may call it and what it does, and only operators get operator tools', () => {
  const samples = {
    getQuote: 'market',
    whoami: 'account',
    getBalances: 'account',
    createSwap: 'trade',
    getStatus: 'operator',
  };
  expect(Object.keys(samples).map((name) => TOOLS.get(name)?.scope)).toEqual(Object.values(samples));
  expect(toolsOf({ scopes: SCOPES, isOperator: false }).filter(({ call }) => call.who === 'operator')).toEqual([]);
});

test('in tool schemas amounts are strings, one of two equivalent fields is kept, and no file format can be chosen', () => {
  const swap = TOOLS.get('createSwap')?.told;
  expect(swap?.inputSchema).toMatchObject({
    required: ['Pair', 'amount'],
    properties: {
      amount: { properties: { tokenA: { type: 'string', examples: ['10'] } } },
      minReceived: { type: 'string' },
      idempotencyKey: { type: 'string' },
    },
    additionalProperties: false,
  });
  expect(swap?.inputSchema.properties).not.toHaveProperty('price');
  expect(swap?.description).toContain('Call getQuote first.');
  for (const { call, told } of TOOLS.values()) {
    if (!call.exported) continue;
    expect(told.inputSchema.properties).not.toHaveProperty('format');
    expect(told.inputSchema.properties).not.toHaveProperty('bom');
    expect(told.description, call.name).not.toMatch(/`format`|NDJSON/);
  }
  expect(TOOLS.get('startAudit')?.told.inputSchema.properties).not.toHaveProperty('idempotencyKey');
});

test('readScopes parses a list separated by commas, and returns the first unknown scope', () => {
  expect(readScopes('market, trade')).toEqual({ scopes: ['market', 'trade'] });
  expect(readScopes('market,trad').unknown).toBe('trad');
  expect(readScopes('').unknown).toBe('');
});
