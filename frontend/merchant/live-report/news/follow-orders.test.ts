import { describe, expect, it } from "vitest";
import type { LiveArrivals } from "#domain/wire/live.ts";
import { followOrders } from "./follow-orders.ts";

const orders = (id: string, at: number) =>
  `event: orders\nid: ${at}\ndata: {"Orders":[{"Id":"${id}","Kind":"new","At":"2026-11-20T12:00:00Z"}],"Missed":0}\n\n`;
const open = 'event: open\ndata: {"After":"40"}\n\n';

/** A server that answers calls in turn: with the text of a stream that ends, or an error. */
const given = async (answers: (string | Error)[], isFinal = (_error: unknown) => false) => {
  const asked: (string | null)[] = [];
  const pauses: number[] = [];
  const heard: string[] = [];
  const stop = new AbortController();
  await followOrders(
    {
      place: { after: null },
      open: async (after) => {
        asked.push(after);
        const answer = answers.shift();
        if (answers.length === 0) stop.abort();
        if (answer === undefined || answer instanceof Error) throw answer ?? new Error("no further answer");
        return new Response(answer).body ?? new ReadableStream();
      },
      onOrders: ({ Orders }: LiveArrivals) => void heard.push(...Orders.map(({ Id }) => Id)),
      isFinal,
      wait: async (milliseconds) => void pauses.push(milliseconds),
      schedule: () => () => {},
    },
    stop.signal,
  );
  return { asked, pauses, heard };
};

describe("following orders", () => {
  it("continues after the last event if the stream ends", async () => {
    const { asked, heard } = await given([open + orders("1", 41), orders("2", 42), open]);
    expect(asked).toEqual([null, "41", "42"]);
    expect(heard).toEqual(["1", "2"]);
  });

  it("continues from the same position if no event came", async () => {
    const { asked } = await given([open, open, open]);
    expect(asked).toEqual([null, "40", "40"]);
  });

  it("waits longer after each failed try, up to 30 s, and briefly again once it was open", async () => {
    const away = new Error("away");
    const { pauses } = await given([away, away, away, away, away, away, away, open, away, open]);
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 1_000, 2_000]);
  });

  it("stops when the session ends, but not when the server stops", async () => {
    const { asked } = await given(['event: end\ndata: {"Code":"unauthorized"}\n\n', open, open]);
    expect(asked).toHaveLength(1);
    const refused = await given([new Error("401"), open, open], () => true);
    expect(refused.asked).toHaveLength(1);
    const again = await given(['event: end\ndata: {"Code":"stopping"}\n\n', open]);
    expect(again.asked).toHaveLength(2);
  });
});
