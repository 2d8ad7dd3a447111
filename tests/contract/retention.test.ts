import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { owedKinds } from "#domain/retention/job-kinds.ts";
import { kept } from "#domain/retention/kept.ts";
import * as retention from "#domain/retention/retention.ts";
import { rememberedFor } from "#infra/destinations/notes.ts";
import { keptMs as keptInMongo } from "#infra/mongodb/queue/work-queue-keep.ts";
import { asideKeptFor } from "#infra/ports/stores/aside-copies.ts";
import { keptMs as keptInSqlite } from "#infra/sqlite/queue/work-queue.ts";
import { privacyNotice } from "../../frontend/merchant/documents/privacy-notice.ts";
import { inputKeptFor } from "../../upkeep/privacy/forget-input.ts";
import { peopleKeptFor } from "../../upkeep/privacy/forget-people.ts";

/** What is said of how long something is kept, held to the code that removes it. */

const { dayMs } = retention;

describe("how long everything is kept", () => {
  it("is said in the Privacy Notice, in one table", () => {
    const tables = privacyNotice.sections.flatMap(({ clauses }) =>
      clauses.flatMap((one) => (typeof one === "object" && "table" in one ? [one.table] : [])),
    );
    expect(tables.filter(({ head }) => head.includes("For how long"))).toEqual([
      { head: ["What", "For how long"], rows: kept.map(({ what, howLong }) => [what, howLong]) },
    ]);
  });

  it("is said in docs/operations.md, with where it is and what removes it", async () => {
    const text = await readFile(new URL("../../docs/operations.md", import.meta.url), "utf8");
    const lines = text.split("\n");
    const head = lines.indexOf("| what | where | how long | removed by |");
    expect(head).toBeGreaterThan(0);
    const end = lines.findIndex((line, n) => n > head && !line.startsWith("|"));
    const rows = kept.map((one) => `| ${one.what} | ${one.where} | ${one.howLong} | ${one.removedBy} |`);
    expect(lines.slice(head + 2, end)).toEqual(rows);
  });

  it.each([
    ["who was in a file", peopleKeptFor, retention.peopleKeptDays],
    ["what a report was made of", inputKeptFor, retention.madeAgainDays],
    ["a copy that was set aside", asideKeptFor, retention.asideKeptDays],
    ["the end of a delivery", rememberedFor, retention.deliveryKnownDays],
    ["a job that is done, in SQLite", keptInSqlite, retention.jobKnownDays],
    ["a job that is done, in MongoDB", keptInMongo, retention.jobKnownDays],
  ])("is what the code does: %s", (_what, ms, days) => expect(ms).toBe(days * dayMs));

  it("names the jobs that are owed, and no other", () => {
    const named = kept.flatMap(({ removedBy }) => [...removedBy.matchAll(/job `([^`]+)`/g)].map(([, kind]) => kind));
    expect([...new Set(named)].toSorted()).toEqual(owedKinds.toSorted());
  });
});
