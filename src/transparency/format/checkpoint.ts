// Checkpoints (C2SP tlog-checkpoint): the text that a log signs about its tree.
import { hashFromBase64, MalformedLogText, sizeOf } from './format.ts';
import { hasControls } from './keys.ts';
import { mayBeOrigin } from './signed-text.ts';
import { EMPTY_ROOT } from './tree.ts';
import type { TreeHead } from './verify.ts';

export type Checkpoint = TreeHead & { readonly origin: string; readonly extensions: readonly string[] };

/** The text to be signed. Extension lines are not recommended, since monitors cannot check them. */
export function checkpointText({
  origin,
  size,
  root,
  extensions = [],
}: Omit<Checkpoint, 'extensions'> & Partial<Checkpoint>): string {
  const lines = [origin, String(size), Buffer.from(root).toString('base64'), ...extensions];
  if (lines.some((line) => line === '' || line.includes('\n') || hasControls(line))) {
    throw new Error('a line of a checkpoint is empty or contains a newline');
  }
  return `${lines.join('\n')}\n`;
}

/** Reads the text of an opened note. */
export function parseCheckpoint(text: string): Checkpoint {
  const [origin = '', size = '', root = '', ...rest] = text.split('\n');
  if (rest.pop() !== '' || origin === '' || rest.includes('')) {
    throw new MalformedLogText('a checkpoint has an origin, a size and a root on three lines, and no empty line');
  }
  if (!mayBeOrigin(origin)) throw new MalformedLogText(`a text that begins with "${origin}" is no checkpoint`);
  return {
    origin,
    size: sizeOf(size, 'the second line of the checkpoint'),
    root: hashFromBase64(root, 'the third line of the checkpoint'),
    extensions: rest,
  };
}

/** The head of a log that nothing is known about. */
export const EMPTY_HEAD: TreeHead = { size: 0, root: EMPTY_ROOT };
