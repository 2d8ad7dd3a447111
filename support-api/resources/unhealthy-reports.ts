import { readUnhealthyReports } from "#application/alerts/unhealthy-reports.ts";
import { withoutAdviceToAsk } from "#domain/ledger/mail-reach.ts";
import { describeStop } from "#domain/ledger/stopped-text.ts";
import type { AutomationHealthDocument } from "#domain/read-models/documents.ts";
import type { ConsoleTroubledReport } from "#domain/wire/support/console-alerts.ts";
import type { ConsoleDeps } from "../deps.ts";
import { isOneOfWord, isText } from "../lists/filters.ts";
import { createInMemoryResource } from "../lists/in-memory-resource.ts";
import type { Resource } from "../lists/resource.ts";

/** Reason in the words of the merchant's editor. No advice while it is tried again. Old read models lack fields. */
const reasonOf = ({
  standing,
  reason,
  triedAgain = false,
  waitsFor = null,
  mayHaveArrived = false,
  retryArrived = null,
  retryReason = null,
}: AutomationHealthDocument): string | null => {
  const told = waitsFor ?? reason;
  if (triedAgain) return told === null ? null : withoutAdviceToAsk(told);
  return standing === "suspended" ? describeStop({ reason, mayHaveArrived, retryArrived, retryReason }) : reason;
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

/** Automated reports that fail or are suspended, of connected shops. */
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
