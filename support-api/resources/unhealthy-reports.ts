import { readUnhealthyReports } from "#application/alerts/unhealthy-reports.ts";
import { describeRetry } from "#domain/ledger/automation-progress.ts";
import type { AutomationHealthDocument } from "#domain/read-models/documents.ts";
import type { ConsoleTroubledReport } from "#domain/wire/support/console-alerts.ts";
import type { ConsoleDeps } from "../deps.ts";
import { isOneOfWord, isText } from "../lists/filters.ts";
import { createInMemoryResource } from "../lists/in-memory-resource.ts";
import type { Resource } from "../lists/resource.ts";

const rowOf = (document: AutomationHealthDocument): ConsoleTroubledReport[] =>
  document.standing === "well"
    ? []
    : [
        {
          id: document.automationId,
          tenant: document.tenant,
          title: document.title,
          standing: document.standing,
          since: document.since ?? "",
          failedTries: document.failedTries,
          // Read models of version 3 lack `retryArrived`.
          reason: describeRetry(document.retryArrived ?? null) ?? document.reason,
          runId: document.runId,
        },
      ];

/** Automated reports that fail or are suspended, of all connected shops. */
export const unhealthyReportsResource = ({ readModels }: Pick<ConsoleDeps, "readModels">): Resource =>
  createInMemoryResource({
    name: "troubled-reports",
    shape: {
      filters: {
        standing: isOneOfWord("standing", { suspended: ["suspended"], failing: ["failing"] }),
        tenant: isText("tenant"),
      },
      sorts: { since: "since", standing: "standing", title: "title", failedTries: "failedTries" },
      sort: { field: "since", descending: false },
    },
    read: async () => (await readUnhealthyReports(readModels)).flatMap(rowOf),
    tenantOf: ({ tenant }) => tenant,
  });
