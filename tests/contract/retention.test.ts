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

describe("the retention of all data", () => {
  it("is listed in the Privacy Notice, in one table", () => {
    const tables = privacyNotice.sections.flatMap(({ clauses }) =>
      clauses.flatMap((one) => (typeof one === "object" && "table" in one ? [one.table] : [])),
    );
    expect(tables.filter(({ head }) => head.includes("For how long"))).toEqual([
      { head: ["What", "For how long"], rows: retentionRules.map(({ what, howLong }) => [what, howLong]) },
    ]);
  });

  it("is listed in docs/operations.md, with its place and what removes it", async () => {
    const text = await readFile(new URL("../../docs/operations.md", import.meta.url), "utf8");
    const lines = text.split("\n");
    const head = lines.indexOf("| what | where | how long | removed by |");
    expect(head).toBeGreaterThan(0);
    const end = lines.findIndex((line, n) => n > head && !line.startsWith("|"));
    const rows = retentionRules.map((one) => `| ${one.what} | ${one.where} | ${one.howLong} | ${one.removedBy} |`);
    expect(lines.slice(head + 2, end)).toEqual(rows);
  });

  it.each([
    ["the people in a file", peopleRetention, retention.peopleKeptDays],
    ["the inputs of a report", inputRetention, retention.rerunDays],
    ["a quarantined copy", quarantineRetentionMs, retention.asideKeptDays],
    ["the progress of a delivery", progressRetentionMs, retention.deliveryKeptDays],
    ["a finished job in SQLite", keptInSqlite, retention.finishedJobKeptDays],
    ["a finished job in MongoDB", keptInMongo, retention.finishedJobKeptDays],
  ])("matches the code: %s", (_what, ms, days) => expect(ms).toBe(days * dayMs));

  it("names exactly the legally required jobs", () => {
    const named = retentionRules.flatMap(({ removedBy }) =>
      [...removedBy.matchAll(/job `([^`]+)`/g)].map(([, kind]) => kind),
    );
    expect([...new Set(named)].toSorted()).toEqual(legallyRequiredKinds.toSorted());
  });
});
