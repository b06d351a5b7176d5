import type { GetOrdersOutput } from '#client';

export type Order = GetOrdersOutput['orders'][number];
