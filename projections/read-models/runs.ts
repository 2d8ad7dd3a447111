import type { DataOf, RunCause } from "#domain/ledger/events.ts";
import { readMailReach } from "#domain/ledger/mail-reach.ts";
import { collections } from "#domain/read-models/documents.ts";
import type { RunDocument, RunStepFields } from "#domain/read-models/run-document.ts";
import { versions } from "#domain/read-models/versions.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import type { ReadModelChange } from "#infra/ports/stores/read-store.ts";
import { defineProjection, type Projected } from "../projection.ts";

const { name } = collections.runs;

/** Streams are `automation-{id}`, whose events name the run, and `run-{id}`. */
const idIn = (stream: string) => stream.slice(stream.indexOf("-") + 1);
const runOf = ({ stream, data }: Pick<Projected, "stream"> & { data: object }): string =>
  "run" in data ? String(data.run) : idIn(stream);

type InStream = Pick<Projected, "stream" | "metadata" | "version">;

const claimed = (
  { stream, metadata, version }: InStream,
  cause: RunCause,
  { run, slot, period, ...facts }: DataOf<"SlotClaimed"> | DataOf<"ExtraRunClaimed">,
): ReadModelChange[] => {
  const { workspaceVersion, shopVersion, flags, catalogueVersion, inputHash } = facts;
  const document: RunDocument = {
    tenant: metadata.tenant,
    automationId: idIn(stream),
    runId: run,
    version,
    endedVersion: null,
    cause,
    slot,
    period,
    claim: { workspaceVersion, shopVersion, flags, catalogueVersion, inputHash },
    claimedAt: metadata.instant,
    endedAt: null,
    outcome: null,
    reason: null,
    retryAt: null,
    exportId: null,
  };
  return [{ collection: name, kind: "put", id: run, document: document as unknown as JsonObject }];
};

const merge = (
  event: Pick<Projected, "stream"> & { data: object },
  fields: Partial<RunDocument>,
): ReadModelChange[] => [
  { collection: name, kind: "merge", id: runOf(event), fields: fields as unknown as JsonObject },
];

const settled = (event: InStream & { data: DataOf<"SlotSettled"> | DataOf<"ExtraRunSettled"> }): ReadModelChange[] => {
  const { outcome, reason } = event.data;
  const { metadata, version } = event;
  const arrived = outcome === "failed" ? readMailReach(event.data) : null;
  const fields = { outcome, reason, ...(arrived && { arrived }) };
  return merge(event, { ...fields, endedAt: metadata.instant, endedVersion: version, retryAt: null });
};

const step = <Field extends keyof RunStepFields>(field: Field, value: RunStepFields[Field]) =>
  ({ [field]: value }) as Partial<RunDocument>;

/**
 * One document per run, from its own stream and the ledger that claims and settles it. The claim comes first. The
 * results of its exports are in `exports`.
 */
export const runs = defineProjection({
  name,
  version: versions.runs,
  collection: collections.runs,
  toDocumentKey: (event) => ({ collection: name, id: runOf(event) }),
  on: {
    SlotClaimed: (event) => claimed(event, "slot", event.data),
    ExtraRunClaimed: (event) => claimed(event, event.data.cause, event.data),
    TryFailed: (event) => merge(event, { retryAt: event.data.retryAt }),
    TryBroughtForward: (event) => merge(event, { retryAt: null }),
    SlotSettled: settled,
    ExtraRunSettled: settled,
    RunExportRequested: (event) => {
      const { try: ofTry, exportId } = event.data;
      const begun = { at: event.metadata.instant, exportId };
      return merge(event, { ...step(`export.${ofTry}`, begun), exportId, retryAt: null });
    },
    RunExportFinished: (event) =>
      merge(event, step(`exportEnd.${event.data.try}`, { at: event.metadata.instant, outcome: "made" })),
    RunExportEmpty: (event) =>
      merge(event, step(`exportEnd.${event.data.try}`, { at: event.metadata.instant, outcome: "empty" })),
    RunExportFailed: (event) => {
      const { try: ofTry, kind, reason } = event.data;
      return merge(event, step(`exportEnd.${ofTry}`, { at: event.metadata.instant, outcome: "failed", kind, reason }));
    },
    DeliveryStarted: (event) => {
      const { try: ofTry, attempt, destination, recipients } = event.data;
      const begun = { at: event.metadata.instant, destination, recipients };
      return merge(event, { ...step(`delivery.${ofTry}.${attempt}`, begun), retryAt: null });
    },
    DeliveryConfirmed: (event) => {
      const { try: ofTry, attempt, receipt } = event.data;
      const ended = { at: event.metadata.instant, outcome: "delivered", receipt } as const;
      return merge(event, step(`deliveryEnd.${ofTry}.${attempt}`, ended));
    },
    DeliveryFailed: (event) => {
      const { try: ofTry, attempt, kind, reason, steps, reached } = event.data;
      const { refused, mayHaveIt, unsendable, newlyReached } = event.data;
      const named = {
        ...(refused && { refused }),
        ...(mayHaveIt && { mayHaveIt }),
        ...(unsendable && { unsendable }),
        ...(newlyReached && { newlyReached }),
      };
      const failure = { outcome: "failed", kind, reason, steps, reached, ...named } as const;
      const ended = { at: event.metadata.instant, ...failure };
      return merge(event, step(`deliveryEnd.${ofTry}.${attempt}`, ended));
    },
  },
});
