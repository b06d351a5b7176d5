// For the environment of the programs that tests start: what one of them has compiled, the next need not.
import { resolve } from 'node:path';

export const COMPILE_CACHE = { NODE_COMPILE_CACHE: resolve('node_modules/.cache/tests') };
