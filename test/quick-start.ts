// The environment of programs that tests start: the bundled program, and the compile cache.
const { NODE_COMPILE_CACHE = '', NODE_OPTIONS = '' } = process.env;

/** As `vitest.config.ts` sets it for the tests themselves. */
export const QUICK_START = { NODE_COMPILE_CACHE, NODE_OPTIONS };
