import { describe, expect, it } from "vitest";
import { given, refusalOf } from "../core/given-for-tests.ts";
import { FileType } from "../enumerations.ts";
import { exportDecider } from "./decider.ts";
import { describeExportEvent } from "./describe-export-event.ts";
import type { ExportEvent } from "./events.ts";

/** ADR 102: support extends a file's time. Finished on 20 November, the file would be kept a week. */

const ownTime = "2026-11-27T10:00:00.000Z";
const inTwoWeeks = "2026-12-04T10:00:00.000Z";
const made: ExportEvent[] = [
  {
    type: "ExportRequested",
    data: {
      exportId: "e",
      tenant: "t",
      shop: "aurora-demo",
      reportId: "r",
      reportTitle: "Untitled1",
      fileType: FileType.Csv,
      fileName: "Untitled1.csv",
      inputHash: "ab",
      trigger: "manual",
      emptyExpected: false,
      asked: null,
    },
  },
  { type: "ExportStarted", data: { attempt: 1, worker: "w" } },
  {
    type: "ExportFinished",
    data: {
      attempt: 1,
      fileKey: "e.1",
      bytes: 10,
      contentHash: "c",
      fileHash: "f",
      fingerprint: { app: "1", icu: "78", tz: "2026a", node: "24" },
      orders: 1,
      rows: 1,
      expiresAt: ownTime,
    },
  },
];
const longer: ExportEvent = { type: "ExportRetentionChanged", data: { from: ownTime, to: inTwoWeeks, longer: true } };
const on = (events: ExportEvent[], instant?: string) => given(exportDecider, events, instant ? { instant } : {});
const keep = (seen: string, until: string) => ({ type: "KeepFileUntil", seen, until }) as const;

describe("a file that is kept longer", () => {
  it("expires at the later time, not at its original expiry", () => {
    expect(on(made).when(keep(ownTime, inTwoWeeks))).toEqual([longer]);
    refusalOf(on([...made, longer], ownTime).when({ type: "ExpireExport" }));
    expect(on([...made, longer], inTwoWeeks).when({ type: "ExpireExport" })).toEqual([
      { type: "ExportExpired", data: {} },
    ]);
  });

  it("expires at its original time if the extension is undone, even after that time", () => {
    const back = on([...made, longer], "2026-12-01T10:00:00.000Z").when(keep(inTwoWeeks, ownTime));
    expect(back).toEqual([{ type: "ExportRetentionChanged", data: { from: inTwoWeeks, to: ownTime, longer: false } }]);
    const after = on([...made, longer, ...(back as ExportEvent[])], "2026-12-01T10:00:00.000Z");
    expect(after.when({ type: "ExpireExport" })).toHaveLength(1);
    expect(after.state).toEqual(on(made).state);
  });

  it("can be extended by at most 90 days beyond its original expiry, in one step or several", () => {
    expect(on(made).when(keep(ownTime, "2027-02-25T10:00:00.000Z"))).toHaveLength(1);
    expect(refusalOf(on(made).when(keep(ownTime, "2027-02-25T10:00:00.001Z"))).message).toMatch(/at most 90 days/);
    const again = on([...made, longer]).when(keep(inTwoWeeks, "2027-02-26T10:00:00.000Z"));
    expect(refusalOf(again).message).toMatch(/at most 90 days beyond its original expiry, which was 2026-11-27/);
  });

  it("is never kept for less than its original expiry, nor until a time in the past", () => {
    refusalOf(on(made).when(keep(ownTime, "2026-11-21T10:00:00.000Z")));
    refusalOf(on([...made, longer], "2026-12-02T10:00:00.000Z").when(keep(inTwoWeeks, "2026-12-01T10:00:00.000Z")));
  });

  it("is not extended by someone who saw another expiry, nor twice", () => {
    const refusal = refusalOf(on([...made, longer]).when(keep(ownTime, "2026-12-01T10:00:00.000Z")));
    expect([refusal.code, refusal.message]).toEqual(["conflict", expect.stringContaining("now kept until 2026-12-04")]);
    expect(on([...made, longer]).when(keep(inTwoWeeks, inTwoWeeks))).toEqual([]);
  });

  it("can still be erased, and then cannot be extended", () => {
    const erase = { type: "EraseExportFile", because: "customer", request: "p" } as const;
    const erased = on([...made, longer]).when(erase) as ExportEvent[];
    expect(erased).toHaveLength(1);
    expect(refusalOf(on([...made, longer, ...erased]).when(keep(inTwoWeeks, ownTime))).message).toMatch(
      /no longer has a file/,
    );
  });

  it("accepts a repeated finish", () => {
    const finish = made.at(-1)?.data as Extract<ExportEvent, { type: "ExportFinished" }>["data"];
    expect(on([...made, longer]).when({ type: "FinishExport", ...finish })).toEqual([]);
  });

  it("is described to the merchant in the shop's time zone", () => {
    expect(describeExportEvent(longer, "Europe/Athens")).toBe(
      "The file is kept until 4 Dec 2026, 12:00 PM instead of 27 Nov 2026, 12:00 PM.",
    );
  });
});
