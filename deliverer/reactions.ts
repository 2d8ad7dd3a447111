import { publicToken } from "#application/deliveries/public-address.ts";
import { decodeEvent } from "#application/events/decode-event.ts";
import { passOverDamaged } from "#application/events/pass-over-damaged.ts";
import { publish } from "#application/exports/publications.ts";
import { upcasters } from "#domain/event-schemas.ts";
import type { LedgerEvent } from "#domain/ledger/events.ts";
import { runDecider } from "#domain/run/decider.ts";
import type { RunEvent } from "#domain/run/events.ts";
import type { SupportEvent } from "#domain/support/events.ts";
import type { RecordedEvent } from "#infra/ports/stores/event-store.ts";
import type { DelivererDeps } from "./deps.ts";
import { mailJob } from "./mails/mail-job.ts";
import { settleReportMail } from "./run/report-mail.ts";

/** Permanent: the bus keeps this group's progress, so what was written while no deliverer ran is heard later. */
export const mailGroup = "events-to-mails";
export const mailTypes = ["SupportMessageSent", "Suspended"] as const;

/** Turns events into mails to be sent. */
export const mailReactions =
  ({ queue }: Pick<DelivererDeps, "queue">) =>
  async (events: readonly RecordedEvent[]): Promise<void> => {
    for (const recorded of events) {
      const { type, data, metadata } = decodeEvent(recorded, upcasters);
      const { tenant, instant } = metadata;
      const event = { type, data } as SupportEvent | LedgerEvent;
      if (event.type === "SupportMessageSent")
        await queue.enqueue(mailJob({ what: "support-message", tenant, instant, ...event.data }));
      if (event.type !== "Suspended") continue;
      const { run, failedTries, reason, firstFailure } = event.data;
      const automationId = recorded.stream.replace(/^automation-/, "");
      const first = { firstFailedAt: firstFailure.at, firstReason: firstFailure.reason };
      const alert = { what: "suspended", tenant, automationId, run, failedTries, reason, ...first, instant } as const;
      await queue.enqueue(mailJob(alert));
    }
  };

/** Permanent too. Heard again from the start, it makes all public addresses anew. */
export const publicGroup = "deliveries-to-public-addresses";
export const publicTypes = ["DeliveryConfirmed"] as const;

/** Lets public addresses lead to what was delivered to them. Which one is newest is in the events, whenever they are heard. */
export const publicReactions =
  ({ runner, stateStore, vault, log }: Pick<DelivererDeps, "runner" | "stateStore" | "vault" | "log">) =>
  async (events: readonly RecordedEvent[]): Promise<void> => {
    for (const recorded of events) {
      const { type, data } = decodeEvent(recorded, upcasters);
      const event = { type, data } as RunEvent;
      if (event.type !== "DeliveryConfirmed" || !event.data.receipt.published) continue;
      const runOf = () => runner.load(runDecider, recorded.stream.replace(/^run-/, ""));
      const state = (await passOverDamaged(log, runOf))?.state;
      if (state === undefined || state.status === "unknown" || !state.file) continue;
      const { tenant, automationId, runId, period } = state.facts;
      const { exportId } = state.file;
      const { at } = event.data.receipt;
      const publication = { tenant, automationId, runId, exportId, until: period.to, at };
      await publish(stateStore, publicToken(vault, automationId), publication);
    }
  };

/** Permanent too. Heard again from the start, it changes nothing but notes that are untrue. */
export const reportMailGroup = "run-ends-to-mails";
export const reportMailTypes = ["RunEnded"] as const;

/** Makes what is noted of reports' mails say how their runs ended, so none waits any more that isn't tried again. */
export const reportMailReactions =
  (deps: Pick<DelivererDeps, "runner" | "stateStore" | "clock" | "log">) =>
  async (events: readonly RecordedEvent[]): Promise<void> => {
    for (const { type, stream } of events)
      if (type === "RunEnded")
        await passOverDamaged(deps.log, () => settleReportMail(deps, stream.replace(/^run-/, "")));
  };
