// What the search offers, by where it was found; each is a place in the page.
import type { ReactNode } from 'react';

export type Item = {
  readonly href: string;
  /** Null for what has no mark. */
  readonly mark: { readonly address: string; readonly symbol: string } | null;
  readonly title: string;
  /** What tells it from others of the same name. */
  readonly detail?: string;
  readonly aside?: ReactNode;
};

export type Group = {
  readonly name: string;
  readonly items: readonly Item[];
  /** `searching`: what is shown answers what was typed before. */
  readonly state: 'found' | 'searching' | 'failed';
};
