// Calls a tool with the official client, and returns its answer and whether it was an error.
import type { Client } from '@modelcontextprotocol/client';
import { expect } from 'vitest';

/** Other fields are checked with `toMatchObject`. */
export type Used = { readonly isError: boolean; readonly text: string } & {
  readonly [Name in 'code' | 'error' | 'account' | 'amountB' | 'transactionId' | 'idempotencyKey']?: string;
};

export async function use(client: Client, name: string, given: Record<string, unknown> = {}): Promise<Used> {
  const { isError = false, structuredContent, content } = await client.callTool({ name, arguments: given });
  const [{ text }] = content as unknown as [{ text: string }];
  if (!isError) expect(JSON.parse(text)).toEqual(structuredContent);
  return { isError, text, ...(structuredContent as object) };
}

export const namesOf = async (client: Client): Promise<readonly string[]> =>
  (await client.listTools()).tools.map(({ name }) => name);
