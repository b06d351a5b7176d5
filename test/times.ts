// How often a random test does what it does: as often as it says in `npm test`, and more often in `npm run test:long`.
const factor = Number(process.env.RANDOM_TIMES ?? 1);

export const times = (count: number): number => Math.ceil(count * factor);
