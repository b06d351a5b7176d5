// The TON endpoint of the settings, with its API key and request rate.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readApiKey } from '../../../ton/endpoint/api-key.ts';
import { Endpoint } from '../../../ton/endpoint/endpoint.ts';
import { defaultPace, type RpcOptions } from '../../../ton/endpoint/rpc.ts';
import type { Settings } from '../../settings.ts';

export function endpointOf(url: string, keyFile: string): RpcOptions & { readonly perSecond: number } {
  const endpoint = { url, ...(keyFile !== '' && { apiKey: readApiKey(keyFile) }) };
  return { ...endpoint, perSecond: defaultPace(endpoint) };
}

/** Opens the configured endpoint or, if there is none, the devnet of a running server; rejects if it does not answer. */
export async function openChain(settings: Pick<Settings, 'TON_ENDPOINT' | 'TON_API_KEY_FILE' | 'DEVNET_FOLDER'>) {
  const { TON_ENDPOINT: url, TON_API_KEY_FILE: keyFile, DEVNET_FOLDER: folder } = settings;
  const chain = new Endpoint(url === null ? { url: devnetIn(folder) } : endpointOf(url, keyFile));
  await chain.head();
  return chain;
}

function devnetIn(folder: string): string {
  try {
    return JSON.parse(readFileSync(join(folder, 'devnet.json'), 'utf8')).endpoint;
  } catch {
    throw new Error('TON_ENDPOINT is not set');
  }
}
