import { type DataOf, isManual, isUncounted } from "#domain/ledger/events.ts";
import { type MailReach, readMailReach } from "#domain/ledger/mail-reach.ts";
import { type AutomationHealthDocument, collections } from "#domain/read-models/documents.ts";
import { versions } from "#domain/read-models/versions.ts";
import type { AutomationDefinition } from "#domain/workspace/automations/automation.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import type { ReadModelChange } from "#infra/ports/stores/read-store.ts";
import { defineProjection, type Projected } from "../projection.ts";

const { name } = collections.standings;

/** Streams are `workspace-{tenant}`, whose events name the report, and `automation-{id}`. */
const idOf = ({ stream, data }: Pick<Projected, "stream"> & { data: object }): string =>
  "automationId" in data ? String(data.automationId) : stream.slice("automation-".length);

const merge = (
  event: Pick<Projected, "stream"> & { data: object },
  fields: Partial<AutomationHealthDocument>,
): ReadModelChange[] => [{ collection: name, kind: "merge", id: idOf(event), fields: fields as unknown as JsonObject }];

const healthy = {
  standing: "well",
  troubled: false,
  since: null,
  failedTries: 0,
  reason: null,
  retryArrived: null,
  runId: null,
  retryReason: null,
  triedAgain: false,
  waitsFor: null,
  mayHaveArrived: false,
} as const;

const arrivedIf = (reach: MailReach | null): Partial<AutomationHealthDocument> =>
  reach ? { mayHaveArrived: true } : {};

type Made = Pick<Projected, "stream" | "metadata"> & { data: AutomationDefinition & { automationId: string } };
const onCreated = ({
  data: { automationId, title, enabled, schedule },
  metadata: { tenant },
}: Made): ReadModelChange[] => {
  const ends = { endsTo: schedule.endsTo, expired: null };
  const document: AutomationHealthDocument = {
    tenant,
    automationId,
    title,
    enabled,
    deleted: false,
    ...ends,
    ...healthy,
  };
  return [{ collection: name, kind: "put", id: automationId, document }];
};

/**
 * A successful run ends a report's failures. A run by hand changes nothing. A failed run was already recorded
 * with its try. A lost answer doesn't count there, so a retry adds who may have its report.
 */
const settled = (
  event: Pick<Projected, "stream"> & { data: DataOf<"SlotSettled"> | DataOf<"ExtraRunSettled"> },
): ReadModelChange[] => {
  const { data } = event;
  const cause = "cause" in data ? data.cause : "slot";
  if (isManual(cause)) return [];
  if (data.outcome !== "failed") return merge(event, healthy);
  const reach = readMailReach(data);
  const fields = { triedAgain: false, waitsFor: null, ...arrivedIf(reach) };
  if (cause !== "retry" || reach === null) return merge(event, fields);
  return merge(event, { ...fields, retryArrived: reach, retryReason: data.reason, runId: data.run });
};

/**
 * The first failure in a row sets `since`. Uncounted failures change only who has or may have the report. A suspended
 * report stays suspended, whatever the result of its retry.
 */
const failed = (event: Pick<Projected, "stream" | "metadata"> & { data: DataOf<"TryFailed"> }): ReadModelChange[] => {
  const { kind, failedTries, reason, run, retryAt } = event.data;
  const reach = readMailReach(event.data);
  const fields = { runId: run, triedAgain: retryAt !== null, ...arrivedIf(reach) };
  if (isUncounted(kind)) return reach ? merge(event, { waitsFor: reason, ...fields }) : [];
  const begun =
    failedTries === 1 ? { standing: "failing" as const, troubled: true, since: event.metadata.instant } : {};
  return merge(event, { failedTries, reason, waitsFor: null, ...fields, ...begun });
};

/** One document per automated report: well, failing or suspended, since when, and if it has expired. */
export const automationHealth = defineProjection({
  name,
  version: versions.standings,
  collection: collections.standings,
  toDocumentKey: (event) => ({ collection: name, id: idOf(event) }),
  on: {
    AutomationCreated: onCreated,
    AutomationCloned: onCreated,
    AutomationRenamed: (event) => merge(event, { title: event.data.to }),
    AutomationStarted: (event) => merge(event, { enabled: true }),
    AutomationPaused: (event) => merge(event, { enabled: false }),
    AutomationDeleted: (event) => merge(event, { deleted: true }),
    AutomationRestored: (event) => {
      const { title, enabled, schedule } = event.data;
      return merge(event, { title, enabled, endsTo: schedule.endsTo, deleted: false });
    },
    AutomationScheduleChanged: (event) => merge(event, { endsTo: event.data.to.endsTo }),
    AutomationExpired: (event) => merge(event, { expired: event.data.endsTo }),
    Resumed: (event) => (event.data.retry ? merge(event, { triedAgain: true }) : []),
    TryFailed: failed,
    ExtraRunClaimed: (event) =>
      event.data.cause === "retry" ? merge(event, { retryArrived: null, retryReason: null, triedAgain: true }) : [],
    SlotSettled: settled,
    ExtraRunSettled: settled,
    Suspended: (event) => {
      const { failedTries, reason, run, mayHaveArrived } = event.data;
      return merge(event, {
        standing: "suspended",
        troubled: true,
        since: event.metadata.instant,
        failedTries,
        reason,
        runId: run,
        // Failed catch-ups before the last success count, too.
        ...(mayHaveArrived && { mayHaveArrived }),
      });
    },
  },
});
