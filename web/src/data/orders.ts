// An order as the server tells it.
import type { GetOrdersOutput } from '#client';

export type Order = GetOrdersOutput['orders'][number];
