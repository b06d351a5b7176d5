// A refused press or quote: why nothing was changed.
import type { ReactNode } from 'react';
import type { Failure } from '../data/press/press.ts';
import { words } from '../words/errors.ts';
import { Notice } from './Notice.tsx';

/** `children` follow the reason. */
export function Refused({ failure, children }: { readonly failure: Failure; readonly children?: ReactNode }) {
  const { title, body } = words(failure);
  return (
    <Notice tone="oxide" title={title}>
      {body} {children}
    </Notice>
  );
}
