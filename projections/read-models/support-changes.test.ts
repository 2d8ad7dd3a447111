import { expect, it } from "vitest";
import { metadataAt } from "#domain/core/context-for-tests.ts";
import type { Projected } from "../projection.ts";
import { supportChanges } from "./support-changes.ts";

/** An event caused by support in an impersonation session. */
const bySupport = (event: object): Projected => {
  const actor = { kind: "support", agent: "a", impersonation: "look" } as const;
  const metadata = metadataAt("2026-11-20T10:00:00.000Z", { tenant: "t", actor });
  return { ...event, id: "e", metadata, stream: "workspace-t", version: 5, position: "7" } as Projected;
};
const linesOf = (event: Projected) =>
  supportChanges.project(event).map((change) => change.kind === "put" && [change.id, change.document]);

const line = { tenant: "t", impersonation: "look", place: "7", at: "2026-11-20T10:00:00.000Z" };
const ordered = (moved: string[]) =>
  bySupport({ type: "FiltersOrdered", data: { from: ["a", "b", "c"], to: ["c", "b", "a"], moved } });

it("each of several items that support moved at once is listed", () => {
  const about = (id: string, from: number, to: number) => ({
    ...line,
    subject: { kind: "filter", id },
    change: { kind: "moved", from, to },
    sentence: null,
  });
  expect(linesOf(ordered(["a", "c"]))).toEqual([
    ["e:a", about("a", 1, 3)],
    ["e:c", about("c", 3, 1)],
  ]);
  expect(linesOf(ordered(["a"]))).toEqual([["e", about("a", 1, 3)]]);
});

it("a change outside the workspace is listed once, without a subject", () => {
  const asked = bySupport({ type: "PreferenceChanged", data: { field: "dateFormat", from: 0, to: 1 } });
  expect(linesOf(asked)).toMatchObject([["e", { ...line, subject: null, change: null }]]);
});
