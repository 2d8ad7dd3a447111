import { readMail, readMails } from "#infra/app/mails/sent.ts";
import type { ConsoleDeps } from "../deps.ts";
import { before, since, textIs, wordIs } from "../lists/filters.ts";
import type { Resource } from "../lists/resource.ts";
import { rowsResource } from "../lists/rows-resource.ts";

const kinds = { report: ["report"], alert: ["alert"], "message to support": ["message to support"] };
const outcomes = {
  sent: ["sent"],
  "put into the outbox": ["put into the outbox"],
  waiting: ["waiting"],
  refused: ["refused"],
  stuck: ["stuck"],
  "may have arrived": ["may have arrived"],
  failed: ["failed"],
};

/** Mails of the last 30 days: of which kind, for which shop, and what became of them. Whom they went to is nobody's business here. */
export const mailsResource = (deps: Pick<ConsoleDeps, "state" | "clock">): Resource =>
  rowsResource({
    name: "mails",
    shape: {
      filters: {
        kind: wordIs("kind", kinds),
        outcome: wordIs("outcome", outcomes),
        tenant: textIs("tenant"),
        about: textIs("about"),
        since: since("at"),
        before: before("at"),
      },
      sorts: { at: "at", kind: "kind", outcome: "outcome" },
      sort: { field: "at", descending: true },
    },
    read: ({ tenant }) => readMails(deps, typeof tenant === "string" && tenant !== "" ? tenant.trim() : undefined),
    one: (id) => readMail(deps, id),
    tenantOf: ({ tenant }) => tenant,
  });
