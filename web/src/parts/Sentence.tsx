// A sentence with exact amounts in it.
import { Figure } from '../exact/Figure.tsx';
import { T } from '../words/T.tsx';
import type { Id } from '../words/words.ts';

type Value = string | number | { readonly amount: string; readonly symbol: string };

export const Sentence = ({ id, values }: { readonly id: Id; readonly values: Readonly<Record<string, Value>> }) => (
  <T id={id} values={Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shown(value)]))} />
);

const shown = (value: Value) =>
  typeof value !== 'object' ? value : <Figure value={value.amount} symbol={value.symbol} />;
