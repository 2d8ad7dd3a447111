import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createMemoryVault } from "#infra/memory/vault.ts";
import { createPeopleHash, keyMark, type PersonMark, peopleHashBytes } from "./people-hash.ts";

const vault = createMemoryVault();

/** Node's own HMAC of words under a shop's key. */
const hmac = (tenant: string, words: string): string =>
  createHmac("sha256", Buffer.from(vault.sign("people-in-files", tenant), "base64url"))
    .update(words)
    .digest("hex")
    .slice(0, 2 * peopleHashBytes);

describe("the hash that finds a person in a file", () => {
  const hash = createPeopleHash(vault, "shop");
  it.each<[PersonMark, string]>([
    [{ kind: "order", value: "5800012285983" }, "order 5800012285983"],
    [{ kind: "customer", value: "7100000273393" }, "customer 7100000273393"],
    [{ kind: "email", value: " Jürgen@Example.COM " }, "email jürgen@example.com"],
    [{ kind: "email", value: "a@müller.example" }, "email a@xn--mller-kva.example"],
    [{ kind: "email", value: "" }, "email "],
    [{ kind: "email", value: "é".repeat(60_000) }, `email ${"é".repeat(60_000)}`],
    [{ kind: "email", value: "short@example.com" }, "email short@example.com"],
  ])("is an HMAC of the known identifiers", (mark, words) => {
    expect(hash(mark)).toBe(hmac("shop", words));
  });

  it("differs between shops, and includes the key's name", () => {
    expect(hash(keyMark)).toBe(hmac("shop", "key "));
    expect(createPeopleHash(vault, "another shop")(keyMark)).not.toBe(hash(keyMark));
  });
});
