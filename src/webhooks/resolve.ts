// Resolves the host names of receivers without Node's thread pool: a name server that never answers could block the whole pool.
import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';

type ResolveOptions = {
  /** Also asks the operating system, which knows `/etc/hosts`: for operators who allow addresses of their own network. */
  readonly asksSystem: boolean;
  /** Name servers instead of the system's, as address:port. */
  readonly servers?: readonly string[];
  /** Timeout of one question to one name server. */
  readonly timeoutMs?: number;
};

const TIMEOUT_MS = 2000;
const TRIES = 2;

/** True while the operating system resolves a name, which blocks a thread of the pool: so only one name at a time. */
let isAskingSystem = false;

export const resolverOf =
  ({ asksSystem, servers, timeoutMs = TIMEOUT_MS }: ResolveOptions) =>
  async (host: string): Promise<readonly LookupAddress[]> => {
    const resolver = new Resolver({ timeout: timeoutMs, tries: TRIES });
    if (servers) resolver.setServers(servers);
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const found = [...addressesIn(four, 4), ...addressesIn(six, 6)];
    const isSilent = [four, six].some((answer) => answer.status === 'rejected' && answer.reason?.code === 'ETIMEOUT');
    if (found.length > 0 || isSilent || !asksSystem || isAskingSystem) return found;
    isAskingSystem = true;
    try {
      return await lookup(host, { all: true, order: 'verbatim' });
    } finally {
      isAskingSystem = false;
    }
  };

const addressesIn = (answer: PromiseSettledResult<readonly string[]>, family: number): LookupAddress[] =>
  answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : [];
