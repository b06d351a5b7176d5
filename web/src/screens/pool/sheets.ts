// The sheets to add and to withdraw, which the portfolio has too; fetched when one is opened.
import type { ComponentType } from 'react';

export type SheetOfPool = { readonly jetton0: string; readonly jetton1: string; onClose(): void };
type Fetched = () => Promise<{ default: ComponentType<SheetOfPool> }>;

const found = import.meta.glob<Record<string, ComponentType<SheetOfPool>>>('../portfolio/{Add,Withdraw}Sheet.tsx');

const sheetOf =
  (name: string): Fetched =>
  async () => {
    const piece = (await found[`../portfolio/${name}.tsx`]?.()) ?? {};
    return { default: piece.default ?? piece[name] ?? (() => null) };
  };

export const sheets = { add: sheetOf('AddSheet'), withdraw: sheetOf('WithdrawSheet') };
