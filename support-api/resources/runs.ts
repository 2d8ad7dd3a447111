import { collections } from "#domain/read-models/documents.ts";
import { listTries, type RunDocument, type RunTryFacts } from "#domain/read-models/run-document.ts";
import type { ConsoleRun, ConsoleRunDetails, ConsoleTry } from "#domain/wire/support/console.ts";
import type { ConsoleDeps } from "../deps.ts";
import { filterBefore, filterSince, isOneOfWord, isText } from "../lists/filters.ts";
import { type Resource, readModelResource } from "../lists/resource.ts";

type Row = ConsoleRun & Partial<ConsoleRunDetails>;

const rowOf = (document: RunDocument): Row => ({
  id: document.runId,
  tenant: document.tenant,
  automationId: document.automationId,
  cause: document.cause,
  slot: document.slot,
  claimedAt: document.claimedAt,
  endedAt: document.endedAt,
  outcome: document.outcome ?? (document.retryAt === null ? "working" : "waits for another attempt"),
  reason: document.reason,
  retryAt: document.retryAt,
  exportId: document.exportId,
});

const outcomeOf = (begun: object | undefined, ended: { outcome: string } | undefined): string =>
  ended?.outcome ?? (begun === undefined ? "not begun" : "working");

const tryOf = (one: RunTryFacts): ConsoleTry => {
  const failed = [one.exportEnd, one.deliveryEnd].find((end) => end?.outcome === "failed");
  return {
    id: one.try,
    exportId: one.export?.exportId ?? null,
    exportedAt: one.exportEnd?.at ?? null,
    exportOutcome: outcomeOf(one.export, one.exportEnd),
    deliveredAt: one.deliveryEnd?.at ?? null,
    deliveryOutcome: outcomeOf(one.delivery, one.deliveryEnd),
    reason: failed && "reason" in failed ? failed.reason : null,
  };
};

/** Lists runs. A single run has its tries. Receipts and recipients are left out, as they have addresses. */
export const runsResource = (deps: ConsoleDeps): Resource =>
  readModelResource<Row>(deps, {
    name: "runs",
    collection: collections.runs.name,
    shape: {
      filters: {
        tenant: isText("tenant"),
        automationId: isText("automationId"),
        outcome: isOneOfWord("outcome", {
          open: [null],
          delivered: ["delivered"],
          empty: ["empty"],
          failed: ["failed"],
        }),
        since: filterSince("claimedAt"),
        before: filterBefore("claimedAt"),
      },
      sorts: { claimedAt: "claimedAt", outcome: "outcome" },
      sort: { field: "claimedAt", descending: true },
    },
    rowOf: ({ document }) => rowOf(document as unknown as RunDocument),
    detailsOf: async ({ document }, row) => ({
      ...row,
      tries: listTries(document as unknown as RunDocument).map(tryOf),
    }),
    tenantOf: ({ tenant }) => tenant,
  });
