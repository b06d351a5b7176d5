// All bad requests.
import { ACCESS } from './access.ts';
import { ACTIVITY } from './activity.ts';
import { CHARTS } from './charts.ts';
import { EVENTS } from './events.ts';
import { OPERATOR } from './operator.ts';
import { ORDERS } from './orders.ts';
import { PEOPLE } from './people.ts';
import { POOLS } from './pools.ts';
import type { Row } from './row.ts';
import { SETUP } from './setup.ts';
import { SWAPS } from './swaps.ts';
import { TON } from './ton.ts';
import { TRANSFERS } from './transfers.ts';
import { TRANSPORT } from './transport.ts';
import { WEBHOOKS } from './webhooks.ts';

export const BAD_REQUESTS: readonly Row[] = [
  ...SWAPS,
  ...POOLS,
  ...CHARTS,
  ...EVENTS,
  ...OPERATOR,
  ...SETUP,
  ...ACTIVITY,
  ...ACCESS,
  ...PEOPLE,
  ...TRANSFERS,
  ...ORDERS,
  ...TON,
  ...WEBHOOKS,
  ...TRANSPORT,
];
