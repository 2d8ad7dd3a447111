import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contextAt, metadataAt } from "../core/context-for-tests.ts";
import { isRefusal } from "../core/decider.ts";
import { given, refusalOf } from "../core/given-for-tests.ts";
import { FileType } from "../enumerations.ts";
import type { ExportCommand } from "./commands.ts";
import { exportDecider } from "./decider.ts";
import type { ExportEvent } from "./events.ts";
import { hasEnded } from "./state.ts";

const facts = {
  exportId: "e",
  tenant: "t",
  shop: "aurora-demo",
  reportId: "r",
  reportTitle: "Untitled1",
  fileType: FileType.Csv,
  fileName: "Untitled1 2026-11-20 120000.csv",
  inputHash: "ab",
  trigger: "manual",
  emptyExpected: false,
  asked: null,
} as const;
const file = (attempt: number) => ({
  attempt,
  fileKey: `e.${attempt}`,
  bytes: 10,
  contentHash: "c",
  fileHash: "f",
  fingerprint: { app: "1", icu: "78", tz: "2026a", node: "24" },
  orders: 1,
  rows: 1,
  expiresAt: "2026-11-27T10:00:00.000Z",
});
const requested: ExportEvent = { type: "ExportRequested", data: facts };
const started = (attempt: number): ExportEvent => ({ type: "ExportStarted", data: { attempt, worker: "w" } });
const cancelRequested: ExportEvent = { type: "ExportCancelRequested", data: {} };
const canceled: ExportEvent = { type: "ExportCanceled", data: {} };
const finished = (attempt: number): ExportEvent => ({ type: "ExportFinished", data: file(attempt) });
const failed = (attempt: number): ExportEvent => ({
  type: "ExportFailed",
  data: { attempt, code: "internal", reason: "x" },
});
const expired: ExportEvent = { type: "ExportExpired", data: {} };

const on = (...events: ExportEvent[]) => given(exportDecider, events);
const start = { type: "StartExport", worker: "w" } as const;

describe("an export from request to end", () => {
  it("is requested once", () => {
    expect(on().when({ type: "RequestExport", ...facts })).toEqual([requested]);
    expect(on(requested).when({ type: "RequestExport", ...facts })).toEqual([]);
    refusalOf(on(requested).when({ type: "RequestExport", ...facts, inputHash: "cd" }));
  });

  it("starts up to three times if its worker is lost", () => {
    expect(on(requested).when(start)).toEqual([started(1)]);
    expect(on(requested, started(1)).when(start)).toEqual([started(2)]);
    expect(on(requested, started(1), started(2)).when(start)).toEqual([started(3)]);
  });

  it("fails with a reason instead of a fourth start", () => {
    expect(on(requested, started(1), started(2), started(3)).when(start)).toMatchObject([
      { type: "ExportFailed", data: { attempt: 3, code: "attempts-lost" } },
    ]);
  });

  it("does not count an attempt that only lost its lease, even if another has begun since", () => {
    const leaseLost = (attempt: number): ExportEvent => ({ type: "ExportLeaseLost", data: { attempt } });
    const twice = on(requested, started(1), started(2));
    expect(twice.when({ type: "NoteLeaseLost", attempt: 1 })).toEqual([leaseLost(1)]);
    const noted = [requested, started(1), started(2), leaseLost(1)];
    expect(on(...noted, started(3)).when(start)).toEqual([started(4)]);
    expect(on(...noted, started(3), started(4)).when(start)).toMatchObject([
      { data: { reason: "This report was started 3 times but the server stopped or hung each time. Run it again." } },
    ]);
    expect(on(...noted).when({ type: "FinishExport", ...file(2) })).toEqual([finished(2)]);
    refusalOf(on(...noted).when({ type: "NoteLeaseLost", attempt: 3 }));
    refusalOf(on(...noted, cancelRequested).when({ type: "NoteLeaseLost", attempt: 2 }));
    refusalOf(on(...noted, finished(2)).when({ type: "NoteLeaseLost", attempt: 1 }));
  });

  it("fails with its own reason after five lost leases", () => {
    const often = [1, 2, 3, 4, 5].flatMap((attempt): ExportEvent[] => [
      started(attempt),
      { type: "ExportLeaseLost", data: { attempt } },
    ]);
    expect(on(requested, ...often.slice(0, -2)).when(start)).toEqual([started(5)]);
    expect(on(requested, ...often).when(start)).toEqual([
      {
        type: "ExportFailed",
        data: {
          attempt: 5,
          code: "attempts-lost",
          reason: "This report was interrupted 5 times because the server was too busy. Run it again later.",
        },
      },
    ]);
  });

  it("may be handed back any number of times by workers that are stopping", () => {
    const handedBack = (attempt: number): ExportEvent => ({ type: "ExportHandedBack", data: { attempt } });
    expect(on(requested, started(1)).when({ type: "HandBackExport", attempt: 1 })).toEqual([handedBack(1)]);
    const often = [1, 2, 3, 4, 5].flatMap((attempt) => [started(attempt), handedBack(attempt)]);
    expect(on(requested, ...often).when(start)).toEqual([started(6)]);
    const lostTwice = [...often, started(6), started(7)];
    expect(on(requested, ...lostTwice).when(start)).toEqual([started(8)]);
    expect(on(requested, ...lostTwice, started(8)).when(start)).toMatchObject([
      { type: "ExportFailed", data: { attempt: 8, code: "attempts-lost" } },
    ]);
  });

  it("is handed back only by the running attempt, and then waits as if newly requested", () => {
    const back: ExportEvent = { type: "ExportHandedBack", data: { attempt: 1 } };
    refusalOf(on(requested).when({ type: "HandBackExport", attempt: 0 }));
    refusalOf(on(requested, started(1), started(2)).when({ type: "HandBackExport", attempt: 1 }));
    refusalOf(on(requested, started(1), cancelRequested).when({ type: "HandBackExport", attempt: 1 }));
    refusalOf(on(requested, started(1), finished(1)).when({ type: "HandBackExport", attempt: 1 }));
    refusalOf(on(requested, started(1), back).when({ type: "HandBackExport", attempt: 1 }));
    refusalOf(on(requested, started(1), back).when({ type: "FinishExport", ...file(1) }));
    expect(on(requested, started(1), back).when({ type: "CancelExport" })).toEqual([canceled]);
  });

  it("is finished only by its newest attempt", () => {
    const twice = on(requested, started(1), started(2));
    expect(refusalOf(twice.when({ type: "FinishExport", ...file(1) })).message).toContain("overtaken");
    expect(twice.when({ type: "FinishExport", ...file(2) })).toEqual([finished(2)]);
  });

  it("accepts a repeated finish without a change", () => {
    const done = on(requested, started(1), finished(1));
    expect(done.when({ type: "FinishExport", ...file(1) })).toEqual([]);
    refusalOf(done.when({ type: "FinishExport", ...file(1), fileHash: "other" }));
  });

  it("is failed only by its newest attempt, or before any attempt", () => {
    const fail = { type: "FailExport", code: "internal", reason: "x" } as const;
    expect(on(requested).when({ ...fail, attempt: 0 })).toEqual([failed(0)]);
    expect(on(requested, started(1)).when({ ...fail, attempt: 1 })).toEqual([failed(1)]);
    refusalOf(on(requested, started(1), started(2)).when({ ...fail, attempt: 1 }));
  });

  it("rejects commands if nobody requested it", () => {
    for (const command of [start, { type: "CancelExport" }, { type: "ExpireExport" }] as const)
      expect(refusalOf(on().when(command)).code).toBe("unknown");
  });
});

describe("a cancellation", () => {
  it("ends an unstarted export at once", () => {
    expect(on(requested).when({ type: "CancelExport" })).toEqual([canceled]);
  });

  it("of a running export is requested from its worker once", () => {
    expect(on(requested, started(1)).when({ type: "CancelExport" })).toEqual([cancelRequested]);
    expect(on(requested, started(1), cancelRequested).when({ type: "CancelExport" })).toEqual([]);
  });

  it.each([[finished(1)], [failed(1)]])("is rejected after the end (%j)", (end) => {
    expect(refusalOf(on(requested, started(1), end).when({ type: "CancelExport" })).code).toBe("rule");
    refusalOf(on(requested, canceled).when({ type: "CancelExport" }));
  });

  it("allows only cancellation or failure as the end", () => {
    const asked = on(requested, started(1), cancelRequested);
    refusalOf(asked.when({ type: "FinishExport", ...file(1) }));
    expect(asked.when({ type: "ConfirmCancel", attempt: 1 })).toEqual([canceled]);
    expect(asked.when({ type: "FailExport", attempt: 1, code: "internal", reason: "x" })).toEqual([failed(1)]);
  });

  it("is confirmed by the next worker if the current one is lost", () => {
    expect(on(requested, started(1), cancelRequested).when(start)).toEqual([canceled]);
  });

  it("cannot be confirmed unless it was requested", () => {
    refusalOf(on(requested, started(1)).when({ type: "ConfirmCancel", attempt: 1 }));
  });
});

describe("a finished file", () => {
  const at = (instant: string) => given(exportDecider, [requested, started(1), finished(1)], { instant });

  it("expires at its time and not before", () => {
    expect(refusalOf(at("2026-11-27T09:59:59.999Z").when({ type: "ExpireExport" })).message).toContain("2026-11-27");
    expect(at("2026-11-27T10:00:00.000Z").when({ type: "ExpireExport" })).toEqual([expired]);
  });

  it("expires once, and only if it exists", () => {
    expect(on(requested, started(1), finished(1), expired).when({ type: "ExpireExport" })).toEqual([]);
    refusalOf(on(requested, canceled).when({ type: "ExpireExport" }));
    refusalOf(on(requested, started(1), failed(1)).when({ type: "ExpireExport" }));
  });
});

describe("a file that must be erased", () => {
  const erase = { type: "EraseExportFile", because: "customer", request: "r" } as const;
  const erased: ExportEvent = { type: "ExportFileErased", data: { because: "customer", request: "r" } };

  it("is erased once, before it expires, with the reason", () => {
    expect(on(requested, started(1), finished(1)).when(erase)).toEqual([erased]);
    expect(on(requested, started(1), finished(1), erased).when(erase)).toEqual([]);
    expect(on(requested, started(1), finished(1), erased).state).toMatchObject({
      status: "expired",
      erased: { because: "customer", request: "r" },
    });
  });

  it("stays removed if it expires before or afterwards", () => {
    expect(on(requested, started(1), finished(1), expired).when(erase)).toEqual([]);
    expect(on(requested, started(1), finished(1), erased).when({ type: "ExpireExport" })).toEqual([]);
  });

  it("cannot be erased if it does not exist", () => {
    refusalOf(on(requested, started(1)).when(erase));
    refusalOf(on(requested, started(1), failed(1)).when(erase));
  });
});

describe("any sequence of commands", () => {
  const attempt = fc.integer({ min: 0, max: 4 });
  const command: fc.Arbitrary<ExportCommand> = fc
    .oneof(
      fc.constant({ type: "RequestExport" as const, ...facts }),
      fc.constant(start),
      attempt.map((n) => ({ type: "FinishExport" as const, ...file(n) })),
      attempt.map((n) => ({ type: "FailExport" as const, attempt: n, code: "internal" as const, reason: "x" })),
      fc.constant({ type: "CancelExport" as const }),
      attempt.map((n) => ({ type: "ConfirmCancel" as const, attempt: n })),
      attempt.map((n) => ({ type: "HandBackExport" as const, attempt: n })),
      attempt.map((n) => ({ type: "NoteLeaseLost" as const, attempt: n })),
      fc.constant({ type: "ExpireExport" as const }),
    )
    .chain((bare) =>
      fc
        .constantFrom("2026-11-20T10:00:00.000Z", "2026-11-28T10:00:00.000Z")
        .map((instant) => ({ ...bare, context: contextAt(instant) }) as ExportCommand),
    );
  const ends = ["ExportFinished", "ExportFailed", "ExportCanceled"];

  it("ends an export at most once, with only expiry after that", () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 40 }), (commands) => {
        let state = exportDecider.initialState;
        const events: ExportEvent[] = [];
        for (const next of commands) {
          const decision = exportDecider.decide(next, state);
          if (isRefusal(decision)) continue;
          for (const event of decision) {
            state = exportDecider.evolve(state, event, metadataAt(next.context.instant), 0);
            events.push(event);
          }
        }
        const types: string[] = events.map((event) => event.type);
        const firstEnd = types.findIndex((type) => ends.includes(type));
        expect(types.filter((type) => ends.includes(type)).length).toBeLessThanOrEqual(1);
        expect(types.filter((type) => type === "ExportRequested").length).toBeLessThanOrEqual(1);
        if (firstEnd >= 0) {
          expect(["", "ExportExpired"]).toContain(types.slice(firstEnd + 1).join());
          expect(hasEnded(state)).toBe(true);
        }
        if (types.includes("ExportExpired")) expect(types[firstEnd]).toBe("ExportFinished");
        const asked = types.indexOf("ExportCancelRequested");
        if (asked >= 0 && asked + 1 < types.length) expect(types[asked + 1]).toMatch(/ExportCanceled|ExportFailed/);
        const finishes = events.filter((event) => event.type === "ExportFinished");
        const starts = events.filter((event) => event.type === "ExportStarted");
        const uncounted = types.filter((type) => type === "ExportHandedBack" || type === "ExportLeaseLost").length;
        expect(starts.length - uncounted).toBeLessThanOrEqual(3);
        for (const finish of finishes) expect(finish.data.attempt).toBe(starts.at(-1)?.data.attempt);
      }),
      { numRuns: 2_000 },
    );
  });
});
