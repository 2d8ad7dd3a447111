import { readMail, readMails, readUndelivered } from "#application/mails/mail-records.ts";
import { undefinedUnlessBuilt } from "#application/read-models/serve.ts";
import type { ConsoleMail } from "#domain/wire/support/console-alerts.ts";
import { readTitles } from "../activity/titles.ts";
import type { ConsoleDeps } from "../deps.ts";
import { filterBefore, filterSince, isOneOfWord, isText } from "../lists/filters.ts";
import { createInMemoryResource } from "../lists/in-memory-resource.ts";
import type { Resource } from "../lists/resource.ts";

const kinds = {
  report: ["report"],
  sample: ["sample"],
  alert: ["alert"],
  "message to support": ["message to support"],
};
/** Exactly the e-mails of the alert. Others wait for the recipients' server, for instance. */
const waitingForUs = "waiting for our mail server";
const outcomes = {
  sent: ["sent"],
  "partly sent": ["partly sent"],
  "put into the outbox": ["put into the outbox"],
  waiting: ["waiting"],
  [waitingForUs]: ["waiting"],
  refused: ["refused"],
  stuck: ["stuck"],
  "may have arrived": ["may have arrived"],
  failed: ["failed"],
};

type Deps = Pick<ConsoleDeps, "state" | "clock" | "queue" | "readModels">;

const subjectOf = ({ kind, about }: ConsoleMail) => {
  if (kind === "message to support") return { thing: "support", about: null } as const;
  return { thing: kind === "report" ? "run" : "automation", about } as const;
};

/** Adds titles of automated reports, which tell a shop's e-mails apart. While lists are built, there are none. */
const withTitles = async (deps: Deps, mails: ConsoleMail[]): Promise<ConsoleMail[]> => {
  const titleOf = await undefinedUnlessBuilt(readTitles(deps, mails.map(subjectOf)));
  return mails.map((mail) => ({ ...mail, title: titleOf?.(subjectOf(mail)) ?? null }));
};

/** The queue is first to know if someone dropped or retried a stuck mail's job. */
const withJobStatus =
  ({ queue }: Deps) =>
  async (mail: ConsoleMail): Promise<ConsoleMail> => {
    if (mail.outcome !== "stuck") return mail;
    const status = await queue.getStatus(mail.id);
    if (status === "open") return { ...mail, outcome: "waiting" };
    return status === "dead" ? mail : { ...mail, outcome: "failed", since: null };
  };

/** Lists e-mails of the last 30 days: kind, shop and outcome. Recipients are not shown. */
export const mailsResource = (deps: Deps): Resource => {
  const now = withJobStatus(deps);
  return createInMemoryResource({
    name: "mails",
    shape: {
      filters: {
        kind: isOneOfWord("kind", kinds),
        outcome: isOneOfWord("outcome", outcomes),
        tenant: isText("tenant"),
        about: isText("about"),
        since: filterSince("at"),
        before: filterBefore("at"),
      },
      sorts: { at: "at", kind: "kind", outcome: "outcome" },
      sort: { field: "at", descending: true },
    },
    read: async ({ tenant, outcome }) => {
      if (outcome === waitingForUs) return readUndelivered(deps, "waiting");
      const mails = await readMails(deps, typeof tenant === "string" && tenant !== "" ? tenant.trim() : undefined);
      return Promise.all(mails.map(now));
    },
    one: async (id) => {
      const mail = await readMail(deps, id);
      return mail && now(mail);
    },
    complete: (mails) => withTitles(deps, mails),
    tenantOf: ({ tenant }) => tenant,
  });
};
