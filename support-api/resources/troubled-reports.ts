import { troubledReports } from "#application/signs/troubled-reports.ts";
import type { StandingDocument } from "#domain/read-models/documents.ts";
import type { ConsoleTroubledReport } from "#domain/wire/support/console-signs.ts";
import type { ConsoleDeps } from "../deps.ts";
import { textIs, wordIs } from "../lists/filters.ts";
import type { Resource } from "../lists/resource.ts";
import { rowsResource } from "../lists/rows-resource.ts";

const rowOf = (document: StandingDocument): ConsoleTroubledReport[] =>
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
          reason: document.reason,
          runId: document.runId,
        },
      ];

/** Automated reports that fail or are suspended, of all connected shops. */
export const troubledReportsResource = ({ readModels }: Pick<ConsoleDeps, "readModels">): Resource =>
  rowsResource({
    name: "troubled-reports",
    shape: {
      filters: {
        standing: wordIs("standing", { suspended: ["suspended"], failing: ["failing"] }),
        tenant: textIs("tenant"),
      },
      sorts: { since: "since", standing: "standing", title: "title", failedTries: "failedTries" },
      sort: { field: "since", descending: false },
    },
    read: async () => (await troubledReports(readModels)).flatMap(rowOf),
    tenantOf: ({ tenant }) => tenant,
  });
