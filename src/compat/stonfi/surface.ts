// STON.fi's REST API (`/v1`), for its client @ston-fi/api. It reads and simulates; swaps are sent to the contracts on TON, not to this API.
import type { Surface } from '../surface.ts';
import { ROUTES } from './routes.ts';

export const stonfi: Surface = {
  routes: ROUTES,
  failure: ({ message }) => ({ error: message }),
};
