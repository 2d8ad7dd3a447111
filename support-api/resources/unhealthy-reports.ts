import { readUnhealthyReports } from "#application/alerts/unhealthy-reports.ts";
import { withoutAdviceToAsk } from "#domain/ledger/mail-reach.ts";
import { describeStop } from "#domain/ledger/stopped-text.ts";
import type { AutomationHealthDocument } from "#domain/read-models/documents.ts";
import type { ConsoleTroubledReport } from "#domain/wire/support/console-alerts.ts";
import type { ConsoleDeps } from "../deps.ts";
import { isOneOfWord, isText } from "../lists/filters.ts";
import { createInMemoryResource } from "../lists/in-memory-resource.ts";
import type { Resource } from "../lists/resource.ts";

/** Returns the words of the merchant's editor. A retry under way gives no advice to start. Old read models lack fields. */
const reasonOf = ({
  standing,
  reason,
  retried = false,
  waitsFor = null,
  mayHaveArrived = false,
  retryArrived = null,
  retryReason = null,
}: AutomationHealthDocument): string | null => {
  if (standing !== "suspended") return waitsFor ?? reason;
  if (!retried) return describeStop({ reason, mayHaveArrived, retryArrived, retryReason });
  return waitsFor ?? (reason === null ? null : withoutAdviceToAsk(reason));
};

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
          reason: reasonOf(document),
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
