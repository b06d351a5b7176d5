// The side sheets to add or withdraw liquidity, loaded when first opened.
import { piece } from '../../../parts/piece.tsx';
import { inSheet } from '../../../parts/Sheet.tsx';
import type { PoolProps } from './pair.ts';

const AddSheet = piece(() => import('./AddSheet.tsx'), inSheet('portfolio.add'));
const WithdrawSheet = piece(() => import('./WithdrawSheet.tsx'), inSheet('portfolio.withdraw'));

/** `sheet` is from the URL: a text other than `add` and `withdraw` opens nothing. */
export const LiquiditySheets = ({ sheet, ...rest }: PoolProps & { readonly sheet: string; onClose(): void }) => (
  <>
    {sheet === 'add' && <AddSheet {...rest} />}
    {sheet === 'withdraw' && <WithdrawSheet {...rest} />}
  </>
);
