// Settings of the demo.
import { choice, number } from './readers.ts';

export const DEMO = {
  DEMO_TRADERS: number('NUMBER', '4', [0, 8], 'Number of demo traders; 0 for none'),
  DEMO_HISTORY: choice('WORD', 'on', ['on', 'off'], 'Whether a new demo starts with weeks of trades: on or off'),
} as const;
