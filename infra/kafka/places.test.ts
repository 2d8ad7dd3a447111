import { beforeEach, describe, expect, it } from "vitest";
import { createMemoryStateStore } from "../memory/state-store.ts";
import { toMessage } from "./messages.ts";
import { createPlaces, type Places } from "./places.ts";

/** A message of an event, at an offset. */
const at = (offset: number, id = `e${offset}`) => {
  const event = { id, type: "T", data: {}, metadata: {}, stream: "a-1", version: offset, position: `p${offset}` };
  const { key, value, headers = {} } = toMessage(event, "s");
  return {
    offset: String(offset),
    key: Buffer.from(String(key)),
    value: Buffer.from(value),
    headers,
    timestamp: "0",
    attributes: 0,
  };
};

describe("A group's place in a partition", () => {
  let stateStore: ReturnType<typeof createMemoryStateStore>;
  let places: Places;
  beforeEach(() => {
    stateStore = createMemoryStateStore();
    places = createPlaces(stateStore, "g");
  });
  const taken = async (upTo: number): Promise<void> => {
    places.note("t", 0, at(upTo));
    await places.write();
    places = createPlaces(stateStore, "g");
  };

  it("is where Kafka begins, where nothing is known, and where Kafka knows more", async () => {
    expect(await places.begin("t", 0, [at(0), at(1)])).toEqual({ from: 0n });
    await taken(4);
    expect(await places.begin("t", 0, [at(7), at(8)])).toEqual({ from: 7n });
    expect(await places.begin("t", 1, [at(0)])).toEqual({ from: 0n });
  });

  it("is behind what was taken, where Kafka has forgotten it", async () => {
    await taken(4);
    expect(
      await places.begin(
        "t",
        0,
        [0, 1, 2, 3, 4, 5].map((n) => at(n)),
      ),
    ).toEqual({ from: 5n });
  });

  it("is looked for further on, and found", async () => {
    await taken(40);
    expect(await places.begin("t", 0, [at(0), at(1)])).toEqual({ seek: "40" });
    expect(await places.begin("t", 0, [at(40), at(41)])).toEqual({ from: 41n });
  });

  it.each([
    ["another event stands there", [at(40, "another"), at(41)], { seek: "0" }],
    ["there is less", [at(0), at(1)], { from: 0n }],
  ])("is the beginning of a topic that was made anew: %s", async (_what, found, expected) => {
    await taken(40);
    expect(await places.begin("t", 0, [at(0), at(1)])).toEqual({ seek: "40" });
    expect(await places.begin("t", 0, found)).toEqual(expected);
  });

  it("is looked for once alone where a topic that was made anew has more than comes at one time", async () => {
    await taken(40);
    expect(await places.begin("t", 0, [at(0, "other"), at(1)])).toEqual({ seek: "40" });
    expect(await places.begin("t", 0, [at(40, "another"), at(41)])).toEqual({ seek: "0" });
    expect(await places.begin("t", 0, [at(0, "other"), at(1)])).toEqual({ from: 0n });
  });

  it("is not the place of a topic that was made anew where what came first tells", async () => {
    await taken(1);
    expect(await places.begin("t", 0, [at(0), at(1, "another"), at(2)])).toEqual({ from: 0n });
  });
});
