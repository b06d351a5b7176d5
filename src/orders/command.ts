// The commands that the keeper issues.
import type { Command } from '../core/commands/command.ts';

export type OrderCommand = Extract<Command, { kind: 'fillOrder' | 'matchOrders' | 'closeOrder' | 'triggerOrder' }>;

export const ordersOf = (command: OrderCommand): readonly number[] =>
  command.kind === 'matchOrders' ? [command.maker.order, command.taker.order] : [command.order];
