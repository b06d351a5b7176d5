// TradingView's Universal Data Feed (`/tv/udf`), for its charts and other front ends of that protocol.
import type { Surface } from '../surface.ts';
import { ROUTES } from './routes.ts';

export const udf: Surface = {
  routes: ROUTES,
  failure: ({ message }) => ({ s: 'error', errmsg: message }),
};
