// Every failure in words for a person: what is true first, then one thing to do next.
import type { ErrorCode } from '#client';

export type Words = {
  readonly title: string;
  readonly body: string;
  /** What the button says that does the sensible thing. */
  readonly next: string;
};

const NOTHING = 'Not done. Nothing changed.';

/** The message of the server is to the point; where the page can say it better, it does. */
const WORDS: Partial<Record<ErrorCode | 'network' | 'unreadable', Partial<Words>>> = {
  below_minimum: { body: 'The result would be below your minimum.', next: 'Ask for a new quote' },
  network: { title: 'The server cannot be reached.', body: 'It may be restarting.', next: 'Try again' },
};

export function words(code: ErrorCode | 'network' | 'unreadable', message: string): Words {
  return { title: NOTHING, body: message, next: 'Try again', ...WORDS[code] };
}
