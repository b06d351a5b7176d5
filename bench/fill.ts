// Fills an SQLite file with a large exchange and prints its traders' API keys: node bench/fill.ts PATH ACCOUNTS POOLS
import { fillExchange } from './fill/exchange.ts';

const [path, accounts, pools] = process.argv.slice(2);
if (pools === undefined) throw new Error('use: node bench/fill.ts PATH ACCOUNTS POOLS');
console.log(JSON.stringify(await fillExchange(path as string, { accounts: Number(accounts), pools: Number(pools) })));
