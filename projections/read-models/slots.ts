import { readMailReach } from "#domain/ledger/mail-reach.ts";
import { collections } from "#domain/read-models/documents.ts";
import type { SlotDocument } from "#domain/read-models/run-document.ts";
import { versions } from "#domain/read-models/versions.ts";
import { defineProjection, type Projected } from "../projection.ts";

const { name } = collections.slots;

/** The stream is `automation-{id}`. */
const automationOf = ({ stream }: Pick<Projected, "stream">) => stream.slice("automation-".length);

const toSlotId = (event: Pick<Projected, "stream" | "version"> & { data: object }): string =>
  "run" in event.data ? String(event.data.run) : `${automationOf(event)}:${event.version}`;

/** One document per slot that ran and per range that was skipped. Runs that decide no slot have none. */
export const slots = defineProjection({
  name,
  version: versions.slots,
  collection: collections.slots,
  toDocumentKey: (event) => ({ collection: name, id: toSlotId(event) }),
  on: {
    SlotClaimed: (event) => {
      const { slot, period, run } = event.data;
      const document: SlotDocument = {
        tenant: event.metadata.tenant,
        automationId: automationOf(event),
        from: slot,
        to: slot,
        count: 1,
        outcome: null,
        because: null,
        coveredBy: null,
        period,
        runId: run,
      };
      return [{ collection: name, kind: "put", id: toSlotId(event), document }];
    },
    SlotsSkipped: (event) => {
      const { from, to, count, reason, coveredBy, period } = event.data;
      const document: SlotDocument = {
        tenant: event.metadata.tenant,
        automationId: automationOf(event),
        from,
        to,
        count,
        outcome: "skipped",
        because: reason,
        coveredBy,
        period,
        runId: null,
      };
      return [{ collection: name, kind: "put", id: toSlotId(event), document }];
    },
    SlotSettled: (event) => {
      const { outcome } = event.data;
      const arrived = readMailReach(event.data);
      const fields = { outcome, ...(outcome === "failed" && arrived && { arrived }) };
      return [{ collection: name, kind: "merge", id: toSlotId(event), fields }];
    },
  },
});
