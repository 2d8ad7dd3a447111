import { publicToken } from "#application/deliveries/public-address.ts";
import { decodeEvent } from "#application/events/decode-event.ts";
import { skipIfDamaged } from "#application/events/skip-if-damaged.ts";
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

/** Permanent name: the bus stores the group's progress under it. */
export const mailGroup = "events-to-mails";
export const mailTypes = ["SupportMessageSent", "Suspended"] as const;

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

/** Permanent name. Reading all events again rebuilds all public addresses. */
export const publicGroup = "deliveries-to-public-addresses";
export const publicTypes = ["DeliveryConfirmed"] as const;

/** Points public addresses to the delivered files. Events may arrive in any order: they say which file is newest. */
export const publicReactions =
  ({ runner, stateStore, vault, log }: Pick<DelivererDeps, "runner" | "stateStore" | "vault" | "log">) =>
  async (events: readonly RecordedEvent[]): Promise<void> => {
    for (const recorded of events) {
      const { type, data } = decodeEvent(recorded, upcasters);
      const event = { type, data } as RunEvent;
      if (event.type !== "DeliveryConfirmed" || !event.data.receipt.published) continue;
      const runOf = () => runner.load(runDecider, recorded.stream.replace(/^run-/, ""));
      const state = (await skipIfDamaged(log, runOf))?.state;
      if (state === undefined || state.status === "unknown" || !state.file) continue;
      const { tenant, automationId, runId, period } = state.facts;
      const { exportId } = state.file;
      const { at } = event.data.receipt;
      const publication = { tenant, automationId, runId, exportId, until: period.to, at };
      await publish(stateStore, publicToken(vault, automationId), publication);
    }
  };

/** Permanent name. Reading all events again changes only wrong records. */
export const reportMailGroup = "run-ends-to-mails";
export const reportMailTypes = ["RunEnded"] as const;

/** Updates mail records when runs end, so no mail is listed as waiting after its last try. */
export const reportMailReactions =
  (deps: Pick<DelivererDeps, "runner" | "stateStore" | "clock" | "log">) =>
  async (events: readonly RecordedEvent[]): Promise<void> => {
    for (const { type, stream } of events)
      if (type === "RunEnded") await skipIfDamaged(deps.log, () => settleReportMail(deps, stream.replace(/^run-/, "")));
  };
