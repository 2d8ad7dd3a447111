import { decodeEvent } from "#application/events/decode-event.ts";
import { skipIfDamaged } from "#application/events/skip-if-damaged.ts";
import { openRequest } from "#application/privacy/open-requests.ts";
import { recordExport } from "#application/privacy/shop-exports.ts";
import { upcasters } from "#domain/event-schemas.ts";
import type { ExportEvent } from "#domain/export/events.ts";
import { privacyDecider } from "#domain/privacy/decider.ts";
import type { PrivacyEvent } from "#domain/privacy/events.ts";
import {
  forgetInputKind,
  forgetPeopleKind,
  forgetRequestKind,
  privacyRequestJobKind,
} from "#domain/retention/job-kinds.ts";
import type { ShopEvent } from "#domain/shop/events.ts";
import type { RecordedEvent } from "#infra/ports/stores/event-store.ts";
import type { UpkeepDeps } from "../deps.ts";
import type { MaintenanceTask } from "../maintenance-task.ts";
import { createCarryOutJob } from "./carry-out.ts";
import { createForgetInputJob, inputRetention } from "./forget-input.ts";
import { createForgetPeopleJob, peopleRetention } from "./forget-people.ts";
import { createForgetRequestJob, showRequestToMerchant } from "./forget-request.ts";
import { createRequestJob, forgetInputJob, forgetPeopleJob } from "./privacy-job.ts";
import { repeatEndAccess, repeatErasure } from "./repeat-erasure.ts";

type HandledEvent = Extract<
  ExportEvent | PrivacyEvent | ShopEvent,
  {
    type:
      | "ExportRequested"
      | "ExportFinished"
      | "ExportFailed"
      | "ExportCanceled"
      | "PrivacyRequestReceived"
      | "PrivacyRequestCarriedOut"
      | "ShopUninstalled";
  }
>;

const types: readonly HandledEvent["type"][] = [
  "ExportRequested",
  "ExportFinished",
  "ExportFailed",
  "ExportCanceled",
  "PrivacyRequestReceived",
  "PrivacyRequestCarriedOut",
  "ShopUninstalled",
];

/** Permanent name of the group. A repair replays all events to it, which rebuilds exports and jobs. */
export const privacyGroup = "privacy-to-jobs";

/**
 * Creates the task. One group gets exports and requests in order, so every earlier export is recorded when a request
 * becomes a job.
 */
export const createPrivacyTask = (deps: UpkeepDeps): MaintenanceTask => ({
  group: privacyGroup,
  types,
  acrossStreams: true,
  handle: async (events) => {
    for (const event of events) await skipIfDamaged(deps.log, () => handleEvent(deps, event));
  },
  handlers: {
    // Retries every ten minutes for the 30 days that the law allows.
    [privacyRequestJobKind]: { run: createCarryOutJob(deps), maxAttempts: 4_320, retryDelayMs },
    [forgetPeopleKind]: { run: createForgetPeopleJob(deps) },
    [forgetInputKind]: { run: createForgetInputJob(deps) },
    [forgetRequestKind]: { run: createForgetRequestJob(deps) },
  },
});

const retryDelayMs = (attempt: number): number => Math.min(1_000 * 2 ** (attempt - 1), 600_000);

const handleEvent = async (deps: UpkeepDeps, recorded: RecordedEvent): Promise<void> => {
  const { stateStore, queue, runner } = deps;
  const { type, data, metadata } = decodeEvent(recorded, upcasters);
  const event = { type, data } as HandledEvent;
  const { tenant, instant } = metadata;
  const id = recorded.stream.replace(/^(export|privacy)-/, "");
  switch (event.type) {
    case "ExportRequested":
      return recordExport(stateStore, tenant, { exportId: id, requestedAt: instant, position: recorded.position });
    case "ExportFinished": {
      const expiresAt = Date.parse(event.data.expiresAt);
      await queue.enqueue(forgetPeopleJob(tenant, new Date(expiresAt + peopleRetention), id));
      await queue.enqueue(forgetInputJob(tenant, new Date(expiresAt + inputRetention), id));
      return;
    }
    case "ExportFailed":
    case "ExportCanceled":
      await queue.enqueue(forgetInputJob(tenant, new Date(Date.parse(instant) + inputRetention), id));
      return;
    case "PrivacyRequestReceived": {
      // If the stream is damaged, the job fails until it is repaired.
      const loaded = await skipIfDamaged(deps.log, () => runner.load(privacyDecider, id));
      // On a replay, a finished request must not be reopened.
      if (loaded?.state.status !== "carried-out") {
        await openRequest(stateStore, id, { ...event.data, receivedAt: instant });
        await queue.enqueue(createRequestJob(recorded));
      }
      // Without a job, the listed request would count as abandoned.
      return showRequestToMerchant(deps, id, { ...event.data, receivedAt: instant });
    }
    case "PrivacyRequestCarriedOut":
      return repeatErasure(deps, id);
    case "ShopUninstalled":
      return repeatEndAccess(deps, tenant, instant);
  }
};
