// A search result is a link into the page, or a choice; results are grouped by source.
import type { ReactNode } from 'react';

export type Item = {
  /** A name for what has no path. */
  readonly href: string;
  /** What it does instead of leading somewhere. */
  readonly run?: () => void;
  /** Null for results without a token mark. */
  readonly mark: { readonly address: string; readonly symbol: string } | null;
  readonly title: string;
  /** Distinguishes results with the same title. */
  readonly detail?: string;
  readonly aside?: ReactNode;
};

export type Group = {
  readonly name: string;
  readonly items: readonly Item[];
  /** `searching`: the items still belong to the previous text. */
  readonly state: 'found' | 'searching' | 'failed';
};
