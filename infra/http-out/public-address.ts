import { BlockList, isIP } from "node:net";

/** IPv4 networks outside the public Internet (IANA's special-purpose registry), and metadata services. */
const notPublic4: readonly (readonly [network: string, prefix: number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  // Azure's metadata service.
  ["168.63.129.16", 32],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
];

/**
 * All else isn't public: loopback, IPv4-mapped, NAT64, unique local, link-local, site-local, multicast and future
 * ranges.
 */
const global6 = ["2000::", 3] as const;
/** Protocol assignments (Teredo among them), documentation and 6to4, which leads to any IPv4 address. */
const notPublic6: readonly (readonly [network: string, prefix: number])[] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

const listOf = (networks: readonly (readonly [string, number])[], family: "ipv4" | "ipv6"): BlockList => {
  const list = new BlockList();
  for (const [network, prefix] of networks) list.addSubnet(network, prefix, family);
  return list;
};
const refused4 = listOf(notPublic4, "ipv4");
const accepted6 = listOf([global6], "ipv6");
const refused6 = listOf(notPublic6, "ipv6");

/** False for text that isn't an IP address. */
export const isPublicAddress = (address: string): boolean => {
  if (address.includes("%")) return false;
  const family = isIP(address);
  if (family === 4) return !refused4.check(address, "ipv4");
  return family === 6 && accepted6.check(address, "ipv6") && !refused6.check(address, "ipv6");
};
