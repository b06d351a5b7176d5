// Loaded into every thread of a node (`node --import`): its clock is CLOCK_AHEAD_MS ahead of the machine's.
const { now } = Date;
const aheadMs = Number(process.env.CLOCK_AHEAD_MS);
Date.now = () => now() + aheadMs;
