import { beforeEach, describe, expect, it } from "vitest";
import { createMemoryStateStore } from "../memory/state-store.ts";
import { choosePartition } from "./choose-partition.ts";
import { toMessage } from "./messages.ts";
import { createOffsetStore, type OffsetStore, type ResumePoint } from "./offset-store.ts";
import { initialProgress, type PartitionProgress } from "./position-ranges.ts";

/** An event's message at an offset. */
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
const all = (...offsets: number[]) => offsets.map((offset) => at(offset));
const topic = "p.events.a";
const zero = { topic, partition: 0, of: 3 };

describe("A group's position in a partition", () => {
  let stateStore: ReturnType<typeof createMemoryStateStore>;
  let places: OffsetStore;
  const open = (changes = {}) => createOffsetStore(stateStore, { prefix: "p.", group: "g", storeId: "s", ...changes });
  beforeEach(() => {
    stateStore = createMemoryStateStore();
    places = open();
  });
  const taken = async (upTo: number, partition = zero, course?: PartitionProgress): Promise<void> => {
    places.noteConsumed(partition, at(upTo), course ?? { taken: [["p0", `p${upTo}`]], last: `p${upTo}` });
    await places.flush();
    places = open();
  };
  const anew = (from: bigint, course: PartitionProgress = { ...initialProgress, taken: [["p0", "p40"]] }) =>
    expect.objectContaining({ from, course });
  const goesOn = (from: bigint, last: string) =>
    expect.objectContaining({ from, course: { taken: [["p0", last]], last } });
  const isTaken = (begun: ResumePoint, position: string, stream = "a-1") =>
    !("seek" in begun) && begun.isTaken?.({ stream, position }) === true;

  it("is the beginning if nothing is recorded, and Kafka's offset if the record agrees", async () => {
    expect(await places.resume(zero, all(0, 1))).toEqual(anew(0n, initialProgress));
    await taken(4);
    expect(await places.resume(zero, all(5, 6))).toEqual(goesOn(5n, "p4"));
    expect(await places.resume({ ...zero, partition: 1 }, all(0))).toEqual(anew(0n, initialProgress));
  });

  it("is the recorded one if Kafka's offset is further, as the events between weren't recorded", async () => {
    await taken(4);
    expect(await places.resume(zero, all(7, 8))).toEqual({ seek: "4" });
    expect(await places.resume(zero, all(4, 5, 6, 7, 8))).toEqual(goesOn(5n, "p4"));
  });

  it("is after the handled events if Kafka has lost its offset", async () => {
    await taken(4);
    expect(await places.resume(zero, all(0, 1, 2, 3, 4, 5))).toEqual(goesOn(5n, "p4"));
  });

  it("is found at the recorded offset if Kafka starts from the beginning", async () => {
    await taken(40);
    expect(await places.resume(zero, all(0, 1))).toEqual({ seek: "40" });
    expect(await places.resume(zero, all(40, 41))).toEqual(goesOn(41n, "p40"));
  });

  it.each([
    ["another event is at the offset", [at(40, "another"), at(41)], { seek: "0" }],
    ["the topic is shorter", all(0, 1), anew(0n)],
  ])("is the beginning of a topic that was recreated: %s", async (_what, found, expected) => {
    await taken(40);
    expect(await places.resume(zero, all(0, 1))).toEqual({ seek: "40" });
    expect(await places.resume(zero, found)).toEqual(expected);
  });

  it("is searched for only once if a recreated topic has more messages than one fetch", async () => {
    await taken(40);
    expect(await places.resume(zero, [at(0, "other"), at(1)])).toEqual({ seek: "40" });
    expect(await places.resume(zero, [at(40, "another"), at(41)])).toEqual({ seek: "0" });
    expect(await places.resume(zero, [at(0, "other"), at(1)])).toEqual(anew(0n));
  });

  it("isn't kept if the first fetch shows that the topic was recreated", async () => {
    await taken(1);
    expect(await places.resume(zero, [at(0), at(1, "another"), at(2)])).toEqual(
      anew(0n, { taken: [["p0", "p1"]], last: undefined }),
    );
  });

  it("is searched for from the beginning if Kafka has an offset, and none is recorded", async () => {
    expect(await places.resume(zero, all(5, 6))).toEqual({ seek: "0" });
    expect(await places.resume(zero, all(5, 6))).toEqual(anew(0n, initialProgress));
  });

  it("is before the remaining messages if those after it were removed", async () => {
    await taken(4);
    expect(await places.resume(zero, all(9))).toEqual({ seek: "4" });
    expect(await places.resume(zero, all(9))).toEqual({ seek: "0" });
    expect(await places.resume(zero, all(9))).toEqual(anew(0n, { ...initialProgress, taken: [["p0", "p4"]] }));
  });

  it("stays the same though the event before it was removed", async () => {
    await taken(4);
    expect(await places.resume(zero, all(8, 9))).toEqual({ seek: "4" });
    expect(await places.resume(zero, all(5, 6))).toEqual(goesOn(5n, "p4"));
  });

  describe("after catching up from the event store", () => {
    beforeEach(async () => {
      await taken(1);
      await places.markConsumed(zero, ["p1", "p6"], "7");
      places = open();
    });

    it("is after the messages that were there, even if they have been removed", async () => {
      expect(await places.nextOffset(zero)).toBe("7");
      expect(await places.resume(zero, all(5, 6, 7))).toEqual(goesOn(7n, "p6"));
      expect(await open().resume(zero, all(7, 8))).toEqual(goesOn(7n, "p6"));
    });

    it("isn't kept if the topic was recreated", async () => {
      const anewTopic = [{ ...at(6), headers: { ...at(6).headers, position: "p9" } }, at(7)];
      expect(await places.resume(zero, anewTopic)).toEqual({ seek: "0" });
    });
  });

  it("recognizes events handled in a topic with another name or partition count, and no others", async () => {
    const partition = choosePartition("a-1", 3);
    await taken(4, { ...zero, partition });
    for (const other of [
      { changes: {}, topic, of: 5 },
      { changes: { prefix: "q." }, topic: "q.events.a", of: 3 },
    ]) {
      const begun = await open(other.changes).resume({ topic: other.topic, partition: 0, of: other.of }, all(0));
      expect(begun).toEqual(anew(0n, initialProgress));
      expect([isTaken(begun, "p3"), isTaken(begun, "p5")]).toEqual([true, false]);
      const elsewhere = ["a-2", "a-3", "a-4", "a-5", "a-6"].find((stream) => choosePartition(stream, 3) !== partition);
      expect(isTaken(begun, "p3", elsewhere)).toBe(false);
    }
    const another = await open({ group: "another" }).resume({ ...zero, of: 5 }, all(0));
    const ofStore = await open({ storeId: "another" }).resume({ ...zero, of: 5 }, all(0));
    expect([isTaken(another, "p3"), isTaken(ofStore, "p3")]).toEqual([false, false]);
  });

  it("keeps what another member has handled in the meantime", async () => {
    const late = open();
    await late.resume(zero, all(0));
    await taken(4);
    late.noteConsumed(zero, at(2), { taken: [["p0", "p2"]], last: "p2" });
    await late.flush();
    const begun = await open().resume(zero, all(3, 4, 5));
    expect(begun).toEqual(expect.objectContaining({ from: 3n, course: { taken: [["p0", "p4"]], last: "p2" } }));
  });
});
