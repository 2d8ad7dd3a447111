import { describe, expect, it } from "vitest";
import { isPublicAddress } from "./public-address.ts";

describe("an address of the public Internet", () => {
  it.each(["1.1.1.1", "23.227.38.65", "100.63.255.255", "100.128.0.0", "172.15.0.1", "172.32.0.1", "198.20.0.1"])(
    "is %s",
    (address) => expect(isPublicAddress(address)).toBe(true),
  );
  it.each(["2620:127:f00f:e::", "2606:4700::1111", "2a00:1450:4001::200e", "2001:4860:4860::8888"])(
    "is %s",
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    ["unspecified", "0.0.0.0"],
    ["'this network'", "0.1.2.3"],
    ["private", "10.255.0.1"],
    ["private", "172.16.0.1"],
    ["private", "172.31.255.255"],
    ["private", "192.168.1.1"],
    ["carrier-grade NAT", "100.64.0.1"],
    ["carrier-grade NAT", "100.127.255.255"],
    ["loopback", "127.0.0.1"],
    ["loopback", "127.255.255.254"],
    ["link-local", "169.254.0.1"],
    ["metadata", "169.254.169.254"],
    ["metadata", "168.63.129.16"],
    ["metadata", "100.100.100.200"],
    ["metadata", "192.0.0.192"],
    ["documentation", "192.0.2.1"],
    ["documentation", "198.51.100.1"],
    ["documentation", "203.0.113.1"],
    ["benchmarking", "198.19.255.255"],
    ["6to4 relay", "192.88.99.1"],
    ["multicast", "224.0.0.1"],
    ["multicast", "239.255.255.255"],
    ["reserved", "240.0.0.1"],
    ["broadcast", "255.255.255.255"],
    ["unspecified", "::"],
    ["loopback", "::1"],
    ["IPv4-mapped", "::ffff:8.8.8.8"],
    ["IPv4-mapped", "::ffff:127.0.0.1"],
    ["IPv4-mapped", "::ffff:7f00:1"],
    ["IPv4-mapped", "0:0:0:0:0:ffff:a9fe:a9fe"],
    ["IPv4-translated", "::ffff:0:127.0.0.1"],
    ["IPv4-compatible", "::127.0.0.1"],
    ["NAT64", "64:ff9b::127.0.0.1"],
    ["NAT64", "64:ff9b:1::1"],
    ["6to4", "2002:7f00:1::"],
    ["Teredo", "2001:0:4136:e378::1"],
    ["documentation", "2001:db8::1"],
    ["documentation", "3fff::1"],
    ["discard", "100::1"],
    ["unique local", "fc00::1"],
    ["metadata", "fd00:ec2::254"],
    ["link-local", "fe80::1"],
    ["link-local with a zone", "fe80::1%eth0"],
    ["site-local", "fec0::1"],
    ["multicast", "ff02::1"],
    ["no address", "localhost"],
    ["no address", ""],
    ["another spelling", "0177.0.0.1"],
  ])("is not %s: %s", (_what, address) => expect(isPublicAddress(address)).toBe(false));
});
