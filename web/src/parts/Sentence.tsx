// A sentence with exact amounts in it.
import { Fragment } from 'react';
import { Figure } from '../exact/Figure.tsx';

type Piece = string | { readonly amount: string; readonly symbol: string };

export const Sentence = ({ pieces }: { readonly pieces: readonly Piece[] }) =>
  pieces.map((piece, at) =>
    typeof piece === 'string' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence do not change places
      <Fragment key={at}>{piece}</Fragment>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence do not change places
      <Figure key={at} value={piece.amount} symbol={piece.symbol} />
    ),
  );
