// How often a random test repeats: as stated in `npm run test:all`, and more in `npm run test:long`.
const factor = Number(process.env.RANDOM_TIMES ?? 1);

export const times = (count: number): number => Math.ceil(count * factor);
