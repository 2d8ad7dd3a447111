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

describe("A group's place in a partition", () => {
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

  it("is where Kafka begins, where nothing is known, and where Kafka knows as much", async () => {
    expect(await places.resume(zero, all(0, 1))).toEqual(anew(0n, initialProgress));
    await taken(4);
    expect(await places.resume(zero, all(5, 6))).toEqual(goesOn(5n, "p4"));
    expect(await places.resume({ ...zero, partition: 1 }, all(0))).toEqual(anew(0n, initialProgress));
  });

  it("is where it was where Kafka knows more, as what lies between was not noted", async () => {
    await taken(4);
    expect(await places.resume(zero, all(7, 8))).toEqual({ seek: "4" });
    expect(await places.resume(zero, all(4, 5, 6, 7, 8))).toEqual(goesOn(5n, "p4"));
  });

  it("is behind the taken events where Kafka has forgotten it", async () => {
    await taken(4);
    expect(await places.resume(zero, all(0, 1, 2, 3, 4, 5))).toEqual(goesOn(5n, "p4"));
  });

  it("is looked for further on, and found", async () => {
    await taken(40);
    expect(await places.resume(zero, all(0, 1))).toEqual({ seek: "40" });
    expect(await places.resume(zero, all(40, 41))).toEqual(goesOn(41n, "p40"));
  });

  it.each([
    ["another event stands there", [at(40, "another"), at(41)], { seek: "0" }],
    ["there is less", all(0, 1), anew(0n)],
  ])("is the beginning of a topic that was recreated: %s", async (_what, found, expected) => {
    await taken(40);
    expect(await places.resume(zero, all(0, 1))).toEqual({ seek: "40" });
    expect(await places.resume(zero, found)).toEqual(expected);
  });

  it("is looked for once alone where a topic that was recreated has more than comes at one time", async () => {
    await taken(40);
    expect(await places.resume(zero, [at(0, "other"), at(1)])).toEqual({ seek: "40" });
    expect(await places.resume(zero, [at(40, "another"), at(41)])).toEqual({ seek: "0" });
    expect(await places.resume(zero, [at(0, "other"), at(1)])).toEqual(anew(0n));
  });

  it("is not the place of a topic that was recreated where what came first tells", async () => {
    await taken(1);
    expect(await places.resume(zero, [at(0), at(1, "another"), at(2)])).toEqual(
      anew(0n, { taken: [["p0", "p1"]], last: undefined }),
    );
  });

  it("is looked for from the beginning where nothing was noted and Kafka knows more", async () => {
    expect(await places.resume(zero, all(5, 6))).toEqual({ seek: "0" });
    expect(await places.resume(zero, all(5, 6))).toEqual(anew(0n, initialProgress));
  });

  it("is before messages that were removed", async () => {
    await taken(4);
    expect(await places.resume(zero, all(9))).toEqual({ seek: "4" });
    expect(await places.resume(zero, all(9))).toEqual({ seek: "0" });
    expect(await places.resume(zero, all(9))).toEqual(anew(0n, { ...initialProgress, taken: [["p0", "p4"]] }));
  });

  it("is where it is although the event before it was removed", async () => {
    await taken(4);
    expect(await places.resume(zero, all(8, 9))).toEqual({ seek: "4" });
    expect(await places.resume(zero, all(5, 6))).toEqual(goesOn(5n, "p4"));
  });

  describe("to which the event store led", () => {
    beforeEach(async () => {
      await taken(1);
      await places.markConsumed(zero, ["p1", "p6"], "7");
      places = open();
    });

    it("is behind the messages that were there, whether they are still there or not", async () => {
      expect(await places.nextOffset(zero)).toBe("7");
      expect(await places.resume(zero, all(5, 6, 7))).toEqual(goesOn(7n, "p6"));
      expect(await open().resume(zero, all(7, 8))).toEqual(goesOn(7n, "p6"));
    });

    it("is not the place of a topic that was recreated", async () => {
      const anewTopic = [{ ...at(6), headers: { ...at(6).headers, position: "p9" } }, at(7)];
      expect(await places.resume(zero, anewTopic)).toEqual({ seek: "0" });
    });
  });

  it("names the taken events of the same streams in topics of another name or partition number, and no others", async () => {
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

  it("keeps what another member took in the meantime", async () => {
    const late = open();
    await late.resume(zero, all(0));
    await taken(4);
    late.noteConsumed(zero, at(2), { taken: [["p0", "p2"]], last: "p2" });
    await late.flush();
    const begun = await open().resume(zero, all(3, 4, 5));
    expect(begun).toEqual(expect.objectContaining({ from: 3n, course: { taken: [["p0", "p4"]], last: "p2" } }));
  });
});
