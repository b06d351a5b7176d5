// Prints what each find brings its owner and the adversary, as a table: `node test/adversary/table.ts`. Run in two versions, it compares them.
import { FINDS } from './finds.ts';
import { AdversaryMarket } from './market.ts';
import { play } from './play.ts';

const percent = (share: number): string => `${(100 * share).toFixed(2)} %`;

console.log('| sequence | sold | owner gets ÷ undisturbed price | gain at the undisturbed price | realised |');
console.log('|---|---|---|---|---|');
for (const [name, scenario] of Object.entries(FINDS)) {
  const { owner, setup } = scenario;
  const market = new AdversaryMarket(setup);
  const { gave, got, gain, realised } = await play(scenario);
  const stake = Number(market.valueOf(new Map([[setup.sold, owner.units]])));
  const price = gave > 0n ? percent(Number(got) / (Number(gave) * market.price([setup.sold, setup.bought]))) : '–';
  const gains = [gain, realised].map((each) => percent(Number(each) / stake));
  console.log(`| ${name} | ${percent(Number(gave) / Number(owner.units))} | ${price} | ${gains.join(' | ')} |`);
}
