import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { legallyRequiredKinds } from "#domain/retention/job-kinds.ts";
import * as retention from "#domain/retention/retention.ts";
import { retentionRules } from "#domain/retention/retention-rules.ts";
import { progressRetentionMs } from "#infra/destinations/delivery-progress.ts";
import { retentionMs as keptInMongo } from "#infra/mongodb/queue/work-queue-lifecycle.ts";
import { quarantineRetentionMs } from "#infra/ports/stores/quarantined-copies.ts";
import { keptMs as keptInSqlite } from "#infra/sqlite/queue/work-queue.ts";
import { privacyNotice } from "../../frontend/merchant/documents/privacy-notice.ts";
import { inputRetention } from "../../upkeep/privacy/forget-input.ts";
import { peopleRetention } from "../../upkeep/privacy/forget-people.ts";

/** Compares the documented retention periods with the code that deletes the data. */

const { dayMs } = retention;

describe("how long everything is kept", () => {
  it("is said in the Privacy Notice, in one table", () => {
    const tables = privacyNotice.sections.flatMap(({ clauses }) =>
      clauses.flatMap((one) => (typeof one === "object" && "table" in one ? [one.table] : [])),
    );
    expect(tables.filter(({ head }) => head.includes("For how long"))).toEqual([
      { head: ["What", "For how long"], rows: retentionRules.map(({ what, howLong }) => [what, howLong]) },
    ]);
  });

  it("is said in docs/operations.md, with where it is and what removes it", async () => {
    const text = await readFile(new URL("../../docs/operations.md", import.meta.url), "utf8");
    const lines = text.split("\n");
    const head = lines.indexOf("| what | where | how long | removed by |");
    expect(head).toBeGreaterThan(0);
    const end = lines.findIndex((line, n) => n > head && !line.startsWith("|"));
    const rows = retentionRules.map((one) => `| ${one.what} | ${one.where} | ${one.howLong} | ${one.removedBy} |`);
    expect(lines.slice(head + 2, end)).toEqual(rows);
  });

  it.each([
    ["who was in a file", peopleRetention, retention.peopleKeptDays],
    ["what a report was made of", inputRetention, retention.rerunDays],
    ["a copy that was set aside", quarantineRetentionMs, retention.asideKeptDays],
    ["the end of a delivery", progressRetentionMs, retention.deliveryKeptDays],
    ["a job that is done, in SQLite", keptInSqlite, retention.finishedJobKeptDays],
    ["a job that is done, in MongoDB", keptInMongo, retention.finishedJobKeptDays],
  ])("is what the code does: %s", (_what, ms, days) => expect(ms).toBe(days * dayMs));

  it("names the jobs that are owed, and no other", () => {
    const named = retentionRules.flatMap(({ removedBy }) =>
      [...removedBy.matchAll(/job `([^`]+)`/g)].map(([, kind]) => kind),
    );
    expect([...new Set(named)].toSorted()).toEqual(legallyRequiredKinds.toSorted());
  });
});
