// Resolves the names of other servers without Node's pool of threads, which a name server that never answers would occupy for all.
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

/** True while the operating system is asked, which takes a thread of the pool for as long: one name at a time. */
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
