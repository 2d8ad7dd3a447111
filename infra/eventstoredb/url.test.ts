import { describe, expect, it } from "vitest";
import { formatServerName, readEventStoreUrl } from "./url.ts";

describe("EVENTSTORE_URL", () => {
  it.each([
    ["esdb://es.example", "EventStoreDB at es.example:2113", { insecure: false, discover: false }],
    ["esdb://localhost:2114?tls=false", "EventStoreDB at localhost:2114", { insecure: true }],
    ["esdb://u:p@a:1,b,c:3/?keep_alive_interval=20000", "EventStoreDB at a:1, b:2113, c:3", { discover: false }],
    ["esdb+discover://u:p@cluster.example", "EventStoreDB at cluster.example:2113", { discover: true }],
  ])("%s names its hosts", (url, name, connection) => {
    expect(formatServerName(readEventStoreUrl(url))).toBe(name);
    expect(readEventStoreUrl(url)).toMatchObject(connection);
  });

  it("may have any characters in the name and the password, and numeric options", () => {
    const read = readEventStoreUrl(`esdb://a%40b:${encodeURIComponent("p@:/?%")}@h?GossipTimeout=3`);
    expect(read.credentials).toEqual({ username: "a@b", password: "p@:/?%" });
    expect(read.numbers).toEqual({ gossipTimeout: 3 });
  });

  it("has a stream prefix only if one is given", () => {
    expect(readEventStoreUrl("esdb://h?prefix=first.").prefix).toBe("first.");
    expect(readEventStoreUrl("esdb://h").prefix).toBe("");
  });

  it.each([
    ["http://u:hidden@h", /this isn't an address of EventStoreDB/],
    ["esdb://", /this isn't an address of EventStoreDB/],
    ["esdb://u@h", /a name, a colon and a password/],
    ["esdb://u:hidden%@h", /the password contains a %/],
    ["esdb://u:hidden@h:x", /a host is a name/],
    ["esdb+discover://u:hidden@a,b", /one DNS name/],
    ["esdb://u:hidden@h?tls=false", /with TLS only/],
    ["esdb://u:hidden@h?tls=maybe", /true or false/],
    ["esdb://u:hidden@h?nodePreference=follower", /one of its options isn't known/],
    ["esdb://u:hidden@h?tlsVerifyCert=false", /always verifies certificates/],
    ["esdb://u:hidden@h?gossipTimeout=5s", /a whole number/],
    ["esdb://u:hidden@h?prefix=$sheaf", /prefix may have only letters/],
    ["esdb://u:hidden@h?tlsCAFile=/nowhere.pem", /no file \/nowhere\.pem/],
    ["esdb://u:hidden@h?userCertFile=package.json", /together or not at all/],
  ])("%s is refused with an error that names the setting and doesn't contain the password", (url, sentence) => {
    expect(() => readEventStoreUrl(url)).toThrow(sentence);
    expect(() => readEventStoreUrl(url)).toThrow(/^EVENTSTORE_URL: /);
    expect(() => readEventStoreUrl(url)).not.toThrow(/hidden/);
  });
});
