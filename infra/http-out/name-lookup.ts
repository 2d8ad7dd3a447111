import { Resolver } from "node:dns/promises";
import { domainToASCII } from "node:url";
import { LRUCache } from "lru-cache";
import { createHostsFile, type NameAddress } from "./hosts-file.ts";

/**
 * Resolves every address of a name for a `shop`. Settles within 10.3 s.
 * @throws an error whose `code` is ENOTFOUND, EAI_AGAIN or ETOOMANYNAMES
 */
export type Resolve = (host: string, shop: string) => Promise<NameAddress[]>;

export type NameLookupOptions = {
  /** Name servers as `address` or `address:port`; default: the machine's. */
  servers?: readonly string[];
  hostsFile?: string;
  /** Timeout of a lookup, and of waiting for a permit, ms. */
  timeoutMs?: number;
};

const defaultTimeoutMs = 5_000;
const maxConcurrentPerShop = 4;
/** Time for the other address family after the first has responded, ms. Some servers never respond for IPv6. */
const graceMs = 300;
/** Time until a missing or unanswered name is looked up again, ms. */
const negativeTtlMs = { ENOTFOUND: 10_000, EAI_AGAIN: 30_000 } as const;
const maxNegativeEntries = 10_000;
/** Code for a name that was never looked up, because its shop's other names took all the time. */
const tooManyNames = "ETOOMANYNAMES";
/** Codes for no address of the family, or an impossible name. Other codes mean a failed lookup. */
const noAddress = new Set(["ENOTFOUND", "ENODATA", "EBADNAME"]);

const lookupError = (host: string, code: keyof typeof negativeTtlMs | typeof tooManyNames, cause?: unknown): Error =>
  Object.assign(
    new Error(code === "ENOTFOUND" ? `${host} has no address.` : `${host} could not be looked up.`, { cause }),
    { code },
  );

/** Looks a host up, with a resolver of its own that can be cancelled. */
const ask = async (host: string, servers: readonly string[] | undefined, ms: number): Promise<NameAddress[]> => {
  const resolver = new Resolver({ timeout: Math.ceil(ms / 3), tries: 3 });
  if (servers) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  const timers = [setTimeout(cancel, ms)];
  const one = async (family: 4 | 6): Promise<NameAddress[]> => {
    const addresses = await (family === 4 ? resolver.resolve4(host) : resolver.resolve6(host));
    timers.push(setTimeout(cancel, graceMs));
    return addresses.map((address) => ({ address, family }));
  };
  const answers = await Promise.allSettled([one(4), one(6)]);
  for (const timer of timers) clearTimeout(timer);
  const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  if (addresses.length > 0) return addresses;
  const reasons = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason] : []));
  const trouble = reasons.find(({ code }) => !noAddress.has(code));
  throw lookupError(host, trouble ? "EAI_AGAIN" : "ENOTFOUND", trouble ?? reasons[0]);
};

/**
 * Looks up names that merchants enter. Never use `dns.lookup` for them: a silent name server then blocks one of the few
 * threads for files, keys and compression. Uses the hosts file, but no search domains.
 */
export const createNameLookup = (options: NameLookupOptions = {}): Resolve => {
  const { servers, hostsFile, timeoutMs = defaultTimeoutMs } = options;
  const hosts = createHostsFile(hostsFile);
  const asking = new Map<string, Promise<NameAddress[]>>();
  const dead = new LRUCache<string, keyof typeof negativeTtlMs>({ max: maxNegativeEntries });
  const places = new Map<string, { running: number; next: (() => void)[] }>();

  const askOnce = (host: string): Promise<NameAddress[]> => {
    const going = asking.get(host);
    if (going) return going;
    // With less time, a name would be remembered as dead for every shop.
    const begun = ask(host, servers, timeoutMs)
      .catch((error: Error & { code: keyof typeof negativeTtlMs }) => {
        dead.set(host, error.code, { ttl: negativeTtlMs[error.code] });
        throw error;
      })
      .finally(() => asking.delete(host));
    asking.set(host, begun);
    return begun;
  };

  /** Waits for a permit. False if none came in time. */
  const takePermit = async (shop: string): Promise<boolean> => {
    const shopLookups = places.get(shop) ?? { running: 0, next: [] };
    places.set(shop, shopLookups);
    if (shopLookups.running < maxConcurrentPerShop) {
      shopLookups.running += 1;
      return true;
    }
    return new Promise((resolve) => {
      const begin = () => {
        clearTimeout(timer);
        resolve(true);
      };
      // Longer than a lookup, so that failing lookups release their permits first.
      const timer = setTimeout(() => {
        shopLookups.next.splice(shopLookups.next.indexOf(begin), 1);
        resolve(false);
      }, timeoutMs + graceMs);
      shopLookups.next.push(begin);
    });
  };
  const leavePlace = (shop: string): void => {
    const shopLookups = places.get(shop);
    if (shopLookups === undefined) return;
    const begin = shopLookups.next.shift();
    if (begin) begin();
    else shopLookups.running -= 1;
    if (shopLookups.running === 0) places.delete(shop);
  };

  return async (typed, shop) => {
    const host = domainToASCII(typed.replace(/\.$/, "")).toLowerCase();
    if (host === "") throw lookupError(typed, "ENOTFOUND");
    const known = hosts(host);
    if (known.length > 0) return known;
    if (!(await takePermit(shop))) throw lookupError(host, tooManyNames);
    try {
      const code = dead.get(host);
      if (code !== undefined) throw lookupError(host, code);
      return await askOnce(host);
    } finally {
      leavePlace(shop);
    }
  };
};

/** The look-up of all outbound calls, which share its limits per shop. */
export const resolvePublicName = createNameLookup();
