import { once } from "node:events";
import { connect, isIP, type LookupFunction, type Socket } from "node:net";
import { guardedLookup, privateHostError } from "../http-out/guarded-lookup.ts";
import type { NameAddress } from "../http-out/hosts-file.ts";
import { type Resolve, resolvePublicName } from "../http-out/name-lookup.ts";
import { isPublicAddress } from "../http-out/public-address.ts";
import { DeliveryFailed } from "../ports/destination.ts";
import { NotFetched } from "../ports/outbound-http.ts";

export type HostResolverOptions = {
  /** ALLOW_PRIVATE_HOSTS: disables the checks; tests only. */
  allowPrivate: boolean;
  resolve?: Resolve;
  isPublic?: (address: string) => boolean;
};

/** Resolves a merchant's host and checks its addresses. */
export type ResolveHost = (host: string, shop: string) => Promise<NameAddress[]>;

/**
 * Returns a host without brackets around an IP address.
 * @throws {DeliveryFailed} the name has other characters
 */
export const parseHost = (typed: string): string => {
  const host = typed.trim().replace(/^\[(.*)\]$/, "$1");
  if (isIP(host) !== 0 || /^(?=.{1,253}$)[\p{L}\p{N}_](?:[\p{L}\p{N}._-]*[\p{L}\p{N}_])?\.?$/u.test(host)) return host;
  throw new DeliveryFailed(
    "lasting",
    "That isn't the name of a server. Enter it like ftp.example.com, without anything before or after it.",
  );
};

/** Accepts old forms such as 2130706433 and 0x7f.1. */
export const parseNumericHost = (host: string): NameAddress | undefined => {
  if (isIP(host) === 6) return { address: host, family: 6 };
  const address = URL.parse(`http://${host}/`)?.hostname ?? "";
  return isIP(address) === 4 ? { address, family: 4 } : undefined;
};

export const createHostResolver = ({
  allowPrivate,
  resolve = resolvePublicName,
  isPublic = isPublicAddress,
}: HostResolverOptions): ResolveHost => {
  const judge = allowPrivate ? () => true : isPublic;
  return async (host, shop) => {
    const digits = parseNumericHost(host);
    if (digits !== undefined) {
      if (!judge(digits.address)) throw privateHostError(host);
      return [digits];
    }
    return new Promise((resolved, reject) =>
      guardedLookup(resolve, shop, judge)(host, { all: true }, (error, addresses) =>
        error ? reject(error) : resolved(addresses as unknown as NameAddress[]),
      ),
    );
  };
};

/**
 * Connects only to checked addresses.
 * @throws errors of the operating system
 */
export const connectTo = async (
  addresses: readonly NameAddress[],
  port: number,
  signal: AbortSignal,
): Promise<Socket> => {
  const [first] = addresses;
  if (first === undefined) throw new NotFetched("broken", "No address.");
  const judged = ((_host: string, options: { all?: boolean }, done: (...answer: unknown[]) => void) =>
    options.all ? done(null, [...addresses]) : done(null, first.address, first.family)) as LookupFunction;
  signal.throwIfAborted();
  // Nagle's algorithm would delay each small request by 40 ms.
  const socket = connect({ host: "judged.invalid", port, lookup: judged, noDelay: true });
  const stop = () => socket.destroy(signal.reason as Error);
  signal.addEventListener("abort", stop, { once: true });
  try {
    await once(socket, "connect");
  } finally {
    // From here, the caller owns the connection.
    signal.removeEventListener("abort", stop);
  }
  return socket;
};
