// Settings of the demo.
import { number } from './readers.ts';

export const DEMO = {
  DEMO_TRADERS: number('NUMBER', '4', [0, 8], 'Number of demo traders; 0 for none'),
} as const;
