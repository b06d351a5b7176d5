// Reads a pool's fees from a form: percent on the page, exact fractions for the server.
import type { ReactNode } from 'react';
import { amountFault } from './amount-fault.tsx';
import { readPercent } from './percent.ts';

const RATES = ['lpFee', 'protocolFee', 'refFee'] as const;

export type FeeValues = Readonly<Record<(typeof RATES)[number] | 'protocolFeeAddress', string>>;
export type FeeInput = { lpFee?: string; protocolFee?: string; refFee?: string; protocolFeeAddress?: string };

/** Returns only the fees that were typed and differ from `before`; `input` is null if one is invalid. */
export function readFees(
  values: FeeValues,
  before: Partial<FeeValues> = {},
): { readonly input: FeeInput | null; readonly faults: Readonly<Record<string, ReactNode>> } {
  const faults: Record<string, ReactNode> = {};
  const input: FeeInput = {};
  for (const name of RATES) {
    const rate = readPercent(values[name]);
    if (rate.kind === 'rate') {
      if (rate.fraction !== before[name]) input[name] = rate.fraction;
    } else {
      const fault = amountFault(name, rate, { what: null, decimals: 4 });
      if (fault !== undefined) faults[name] = fault;
    }
  }
  const account = values.protocolFeeAddress.trim();
  if (account !== '' && account !== before.protocolFeeAddress) input.protocolFeeAddress = account;
  return { input: Object.keys(faults).length > 0 ? null : input, faults };
}
