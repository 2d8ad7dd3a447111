import { once } from "node:events";
import { connect, isIP, type LookupFunction, type Socket } from "node:net";
import { guardedLookup, privateHost } from "../http-out/guarded-lookup.ts";
import type { NameAddress } from "../http-out/hosts-file.ts";
import { type Resolve, resolveOutside } from "../http-out/name-lookup.ts";
import { isPublicAddress } from "../http-out/public-address.ts";
import { DeliveryFailed } from "../ports/destination.ts";
import { NotFetched } from "../ports/http-out.ts";

export type ReachOptions = {
  /** ALLOW_PRIVATE_HOSTS: nothing is guarded; tests only. */
  allowPrivate: boolean;
  resolve?: Resolve;
  isPublic?: (address: string) => boolean;
};

/** The addresses of a host that a shop's merchant named, judged. */
export type Reach = (host: string, shop: string) => Promise<NameAddress[]>;

/** A host as merchants type it, without brackets around digits; names of other signs lead nowhere. @throws {DeliveryFailed} */
export const hostOf = (typed: string): string => {
  const host = typed.trim().replace(/^\[(.*)\]$/, "$1");
  if (isIP(host) !== 0 || /^(?=.{1,253}$)[\p{L}\p{N}_](?:[\p{L}\p{N}._-]*[\p{L}\p{N}_])?\.?$/u.test(host)) return host;
  throw new DeliveryFailed(
    "lasting",
    "That isn't the name of a server. Enter it like ftp.example.com, without anything before or behind it.",
  );
};

/** The address that a host in digits means, also in the old forms 2130706433 and 0x7f.1. */
const inDigits = (host: string): NameAddress | undefined => {
  if (isIP(host) === 6) return { address: host, family: 6 };
  const address = URL.parse(`http://${host}/`)?.hostname ?? "";
  return isIP(address) === 4 ? { address, family: 4 } : undefined;
};

export const createReach = ({
  allowPrivate,
  resolve = resolveOutside,
  isPublic = isPublicAddress,
}: ReachOptions): Reach => {
  const judge = allowPrivate ? () => true : isPublic;
  return async (host, shop) => {
    const digits = inDigits(host);
    if (digits !== undefined) {
      if (!judge(digits.address)) throw privateHost(host);
      return [digits];
    }
    return new Promise((resolved, reject) =>
      guardedLookup(resolve, shop, judge)(host, { all: true }, (error, addresses) =>
        error ? reject(error) : resolved(addresses as unknown as NameAddress[]),
      ),
    );
  };
};

/** Connects to addresses that were judged, and to no others: whatever the name means by now. @throws what the system says */
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
  // Without delay: these protocols ask and answer, and each small question would wait 40 ms for company.
  const socket = connect({ host: "judged.invalid", port, lookup: judged, noDelay: true });
  const stop = () => socket.destroy(signal.reason as Error);
  signal.addEventListener("abort", stop, { once: true });
  try {
    await once(socket, "connect");
  } finally {
    // The signal is about connecting; what becomes of the connection is up to whoever has it.
    signal.removeEventListener("abort", stop);
  }
  return socket;
};
