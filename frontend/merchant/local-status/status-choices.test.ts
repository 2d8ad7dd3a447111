import { describe, expect, it } from "vitest";
import { LocalStatus } from "#domain/enumerations.ts";
import { createStatusChoices } from "./status-choices.ts";

const { none, New, InProgress, Done, Problem } = LocalStatus;

/** A server that answers on command. */
const given = () => {
  const asked: [string, LocalStatus, LocalStatus][] = [];
  const open: { answer(): void; refuse(error: Error): void }[] = [];
  const kept: [string, LocalStatus][] = [];
  const failed: [string, unknown][] = [];
  const choices = createStatusChoices({
    set: (...call) => {
      asked.push(call);
      return new Promise<void>((answer, refuse) => open.push({ answer, refuse }));
    },
    kept: (...what) => void kept.push(what),
    failed: (...what) => void failed.push(what),
  });
  const settle = async (how: (call: (typeof open)[number]) => void) => {
    const call = open.shift();
    if (!call) throw new Error("No status was sent.");
    how(call);
    await new Promise(setImmediate);
  };
  return { choices, asked, kept, failed, settle };
};

describe("chosen local statuses", () => {
  it("are shown at once, and kept once the server has answered", async () => {
    const { choices, asked, kept, settle } = given();
    let told = 0;
    choices.subscribe(() => {
      told += 1;
    });
    choices.choose("5", Done, New);
    expect([[...choices.waiting()], asked, told]).toEqual([[["5", Done]], [["5", Done, New]], 1]);
    await settle(({ answer }) => answer());
    expect([[...choices.waiting()], kept, told]).toEqual([[], [["5", Done]], 2]);
  });

  it("are sent one at a time for each order, skipping all but the last", async () => {
    const { choices, asked, kept, settle } = given();
    for (const status of [New, InProgress, Done]) choices.choose("5", status, none);
    choices.choose("6", Problem, none);
    expect(asked).toEqual([
      ["5", New, none],
      ["6", Problem, none],
    ]);
    await settle(({ answer }) => answer());
    expect(asked.slice(2)).toEqual([["5", Done, New]]);
    await settle(({ answer }) => answer());
    await settle(({ answer }) => answer());
    expect(kept).toEqual([
      ["6", Problem],
      ["5", Done],
    ]);
  });

  it("disappear if the server refuses them, and can be chosen again", async () => {
    const { choices, asked, kept, failed, settle } = given();
    const no = new Error("no");
    choices.choose("5", New, none);
    choices.choose("5", Done, none);
    await settle(({ refuse }) => refuse(no));
    expect([[...choices.waiting()], kept, failed, asked.length]).toEqual([[], [], [["5", no]], 1]);
    choices.choose("5", Done, Problem);
    expect(asked.at(-1)).toEqual(["5", Done, Problem]);
  });
});
