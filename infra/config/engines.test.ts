import { describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";
import { findEmbeddedStores } from "./engines.ts";

const MASTER_KEY = Buffer.alloc(32, 1).toString("base64");
const EVENTSTORE_URL = "esdb://events:2113?tls=false";
const MONGODB_URL = "mongodb://documents:27017/sheaf";
const KAFKA_BROKERS = "kafka:9092";

describe("the external engines", () => {
  it("aren't used when nothing is set", () => {
    expect(findEmbeddedStores(readConfig({}))).toEqual({ events: true, documents: true });
  });

  it.each([
    [{ EVENTSTORE_URL }, { events: false, documents: true }],
    [
      { MONGODB_URL, MASTER_KEY },
      { events: true, documents: false },
    ],
    [{ KAFKA_BROKERS }, { events: true, documents: true }],
    [
      { EVENTSTORE_URL, KAFKA_BROKERS },
      { events: false, documents: true },
    ],
    [
      { EVENTSTORE_URL, MONGODB_URL, KAFKA_BROKERS, MASTER_KEY },
      { events: false, documents: false },
    ],
  ])("are each chosen by their own setting: %o", (environment, kept) => {
    expect(findEmbeddedStores(readConfig(environment))).toEqual(kept);
  });

  it("are refused with an error that doesn't repeat the address, as it may contain a password", () => {
    for (const name of ["EVENTSTORE_URL", "MONGODB_URL"])
      expect(() => readConfig({ [name]: "https://name:hush@host", MASTER_KEY })).toThrow(
        new RegExp(`^(?!.*hush).*${name}: must begin with`),
      );
    expect(() => readConfig({ KAFKA_BROKERS: " " })).toThrow(/KAFKA_BROKERS: must name a broker/);
  });

  it("need MASTER_KEY if secrets are in MongoDB, as processes don't share a key file", () => {
    expect(() => readConfig({ MONGODB_URL })).toThrow(/MASTER_KEY: must be set when MONGODB_URL is/);
  });
});
