// A process that sends requests to its parent's writer, and prints each reply.
import { once } from 'node:events';
import { ProcessLink } from '../../src/store/writer/process-link.ts';

const line = new ProcessLink();
const print = (name: string, reply: unknown) => console.log(JSON.stringify({ [name]: reply }));

print('unsendable', await line.ask({ batch: [() => {}] as never, composedAt: [] }));
const pending = line.ask({ batch: [], composedAt: [] });
await once(process, 'disconnect');
print('pending', await pending);
print('late', await line.ask({ batch: [], composedAt: [] }));
