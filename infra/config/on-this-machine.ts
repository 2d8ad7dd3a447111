import { BlockList, isIP } from "node:net";

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** True for an address on this machine, in any notation. False for text that isn't an address. */
export const isOnThisMachine = (address: string): boolean => {
  const host = (URL.parse(address)?.hostname ?? "").replaceAll(/^\[|\]$|\.$/g, "");
  const family = isIP(host);
  return family === 0 ? host === "localhost" : loopback.check(host, family === 6 ? "ipv6" : "ipv4");
};
