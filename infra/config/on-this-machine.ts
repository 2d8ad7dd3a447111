import { isIPv4 } from "node:net";

/** Tells if an address (`http://host:port/…`) leads to this machine. False too of what isn't an address. */
export const isOnThisMachine = (address: string): boolean => {
  const hostname = URL.parse(address)?.hostname ?? "";
  return ["localhost", "[::1]"].includes(hostname) || (isIPv4(hostname) && hostname.startsWith("127."));
};
