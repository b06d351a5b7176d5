// The token picker, loaded when the browser is idle: the form can be used before.
import { piece, useLoadedEarly } from '../../../parts/piece.tsx';
import { Sheet } from '../../../parts/Sheet.tsx';
import { t } from '../../../words/words.ts';
import type { Side } from './prepared-swap.ts';
import type { TokenPickerProps } from './TokenPicker.tsx';

const load = () => import('./TokenPicker.tsx');
const TokenPicker = piece<TokenPickerProps>(load, (notice, { title, onClose }) => (
  <Sheet title={title} onClose={onClose}>
    {notice}
  </Sheet>
));

type PickingProps = {
  /** Null while the picker is closed. */
  readonly side: Side | null;
  onChoose(side: Side, address: string): void;
  onClose(): void;
};

export function Picking({ side, onChoose, onClose }: PickingProps) {
  useLoadedEarly(load);
  if (side === null) return null;
  return (
    <TokenPicker
      title={t(side === 'pay' ? 'swap.payWith' : 'swap.receive')}
      onChoose={(address) => onChoose(side, address)}
      onClose={onClose}
    />
  );
}
