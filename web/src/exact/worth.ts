// What amounts come to at a price: exact products, cut at the decimals of what they are told in.
import { addText, textOf, unitsOf } from './amount.ts';

const fractionOf = (text: string): number => text.split('.')[1]?.length ?? 0;

export function worthOf(amount: string, price: string, decimals: number): string {
  const [a, b] = [fractionOf(amount), fractionOf(price)];
  const product = unitsOf(amount, a) * unitsOf(price, b);
  const scale = a + b - decimals;
  return textOf(scale > 0 ? product / 10n ** BigInt(scale) : product * 10n ** BigInt(-scale), decimals);
}

export const sumOf = (amounts: readonly string[]): string => amounts.reduce(addText, '0');
