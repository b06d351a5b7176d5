// For the environment of the programs that tests start: the bundle of the program, and what one of them has compiled.
const { NODE_COMPILE_CACHE = '', NODE_OPTIONS = '' } = process.env;

/** As `vitest.config.ts` has set it for the tests themselves. */
export const QUICK_START = { NODE_COMPILE_CACHE, NODE_OPTIONS };
