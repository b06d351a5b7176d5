// What is measured of an exchange on TON.
import { Counter, type Registry } from 'prom-client';

export type TonMetrics = ReturnType<typeof registerTon>;

export function registerTon(registry: Registry) {
  const registers = [registry];
  const ended = new Counter({
    name: 'millpond_ton_orders_total',
    help: 'Orders on TON that have ended, by how: completed, failed, or stranded (somebody has to look)',
    labelNames: ['end'],
    registers,
  });
  const trouble = new Counter({
    name: 'millpond_ton_trouble_total',
    help: 'Times that the chain could not be asked or a step failed; each is tried again',
    registers,
  });
  for (const end of ['completed', 'failed', 'stranded']) ended.inc({ end }, 0);
  return {
    end: (end: 'completed' | 'failed' | 'stranded') => ended.inc({ end }),
    trouble: () => trouble.inc(),
  };
}
