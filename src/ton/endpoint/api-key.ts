// Reads the API key of an endpoint from its file.
import { readFileSync } from 'node:fs';

/** Errors name the file and never contain its contents. */
export function readApiKey(path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`The file of the API key, ${path}, cannot be read: ${(error as NodeJS.ErrnoException).code}`);
  }
  const key = text.trim();
  // The key is sent in a header, so it must be printable ASCII.
  if (!/^[\x21-\x7e]{1,512}$/.test(key)) throw new Error(`The file ${path} does not have an API key as its only line`);
  return key;
}
