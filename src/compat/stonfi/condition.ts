// Conditions of searches: tags joined by `|`, `&` and `!`, with parentheses, such as `(asset:essential | asset:popular) & !asset:deprecated`.
import { SurfaceRefusal } from '../surface.ts';

/** True if a thing with these tags meets the condition. */
export type Condition = (tags: ReadonlySet<string>) => boolean;

/** Bounds the parser's work and its depth. */
export const MAX_CONDITION_LENGTH = 1024;

/** Reads a condition; an empty one is met by everything. */
export function readCondition(text: string): Condition {
  const words = text.match(WORDS) ?? [];
  if (words.length === 0) return () => true;
  const condition = readAny(words);
  return words.length === 0 ? condition : refuse(words[0]);
}

/** What is neither a tag nor an operator is a word of its own, and is refused. */
const WORDS = /[\w:.-]+|[^\s]/g;

/** Each of the readers takes its words from the front of the list. */
function readAny(words: string[]): Condition {
  const parts = [readAll(words)];
  while (takes(words, '|')) parts.push(readAll(words));
  return parts.length === 1 ? (parts[0] as Condition) : (tags) => parts.some((part) => part(tags));
}

function readAll(words: string[]): Condition {
  const parts = [readOne(words)];
  while (takes(words, '&')) parts.push(readOne(words));
  return parts.length === 1 ? (parts[0] as Condition) : (tags) => parts.every((part) => part(tags));
}

function readOne(words: string[]): Condition {
  const word = words.shift();
  if (word === '!') {
    const part = readOne(words);
    return (tags) => !part(tags);
  }
  if (word === '(') {
    const inner = readAny(words);
    return takes(words, ')') ? inner : refuse(words[0]);
  }
  if (word === undefined || !/^\w/.test(word)) return refuse(word);
  return (tags) => tags.has(word);
}

function takes(words: string[], word: string): boolean {
  if (words[0] !== word) return false;
  words.shift();
  return true;
}

const refuse = (word: string | undefined): never => {
  throw new SurfaceRefusal(
    'invalid_request',
    word === undefined
      ? 'condition ends too early.'
      : `condition is not valid at ${word}: join tags by | and &, and put ! before a tag or a group in parentheses.`,
  );
};
