import { decodeEvent } from "#application/events/decode-event.ts";
import { passOverDamaged } from "#application/events/pass-over-damaged.ts";
import { noteExport } from "#application/privacy/exports-of.ts";
import { openRequest } from "#application/privacy/open-requests.ts";
import { upcasters } from "#domain/event-schemas.ts";
import type { ExportEvent } from "#domain/export/events.ts";
import { privacyDecider } from "#domain/privacy/decider.ts";
import type { PrivacyEvent } from "#domain/privacy/events.ts";
import { carryOutKind, forgetInputKind, forgetPeopleKind, forgetRequestKind } from "#domain/retention/job-kinds.ts";
import type { ShopEvent } from "#domain/shop/events.ts";
import type { RecordedEvent } from "#infra/ports/stores/event-store.ts";
import type { UpkeepDeps } from "../deps.ts";
import type { Duty } from "../duty.ts";
import { createCarryOutJob } from "./carry-out.ts";
import { endAccessAgain, eraseAgain } from "./erase-again.ts";
import { createForgetInputJob, inputKeptFor } from "./forget-input.ts";
import { createForgetPeopleJob, peopleKeptFor } from "./forget-people.ts";
import { createForgetRequestJob, listRequest } from "./forget-request.ts";
import { forgetInputJob, forgetPeopleJob, jobOfRequest } from "./privacy-job.ts";

type Heard = Extract<
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

const types: readonly Heard["type"][] = [
  "ExportRequested",
  "ExportFinished",
  "ExportFailed",
  "ExportCanceled",
  "PrivacyRequestReceived",
  "PrivacyRequestCarriedOut",
  "ShopUninstalled",
];

/** Permanent. A repair replays all events to it, which rebuilds the list of exports and every job of this task. */
export const privacyGroup = "privacy-to-jobs";

/**
 * Carries out the platform's requests about personal data. One group receives exports and requests in order, so that
 * every earlier export is noted when a request becomes a job.
 */
export const privacyDuty = (deps: UpkeepDeps): Duty => ({
  group: privacyGroup,
  types,
  acrossStreams: true,
  hear: async (events) => {
    for (const event of events) await passOverDamaged(deps.log, () => hear(deps, event));
  },
  handlers: {
    // Retries every ten minutes for the thirty days that the law allows; only then is a request given up.
    [carryOutKind]: { run: createCarryOutJob(deps), mostAttempts: 4_320, pauseAfter: pauseUpToTenMinutes },
    [forgetPeopleKind]: { run: createForgetPeopleJob(deps) },
    [forgetInputKind]: { run: createForgetInputJob(deps) },
    [forgetRequestKind]: { run: createForgetRequestJob(deps) },
  },
});

const pauseUpToTenMinutes = (attempt: number): number => Math.min(1_000 * 2 ** (attempt - 1), 600_000);

const hear = async (deps: UpkeepDeps, recorded: RecordedEvent): Promise<void> => {
  const { stateStore, queue, runner } = deps;
  const { type, data, metadata } = decodeEvent(recorded, upcasters);
  const event = { type, data } as Heard;
  const { tenant, instant } = metadata;
  const id = recorded.stream.replace(/^(export|privacy)-/, "");
  switch (event.type) {
    case "ExportRequested":
      return noteExport(stateStore, tenant, { exportId: id, requestedAt: instant, position: recorded.position });
    case "ExportFinished": {
      const expiresAt = Date.parse(event.data.expiresAt);
      await queue.enqueue(forgetPeopleJob(tenant, new Date(expiresAt + peopleKeptFor), id));
      await queue.enqueue(forgetInputJob(tenant, new Date(expiresAt + inputKeptFor), id));
      return;
    }
    case "ExportFailed":
    case "ExportCanceled":
      await queue.enqueue(forgetInputJob(tenant, new Date(Date.parse(instant) + inputKeptFor), id));
      return;
    case "PrivacyRequestReceived": {
      // If a request's stream is damaged, its job fails until the stream is repaired.
      const loaded = await passOverDamaged(deps.log, () => runner.load(privacyDecider, id));
      // Replayed after its end: it must not appear as open.
      if (loaded?.state.status !== "carried-out") {
        await openRequest(stateStore, id, { ...event.data, receivedAt: instant });
        await queue.enqueue(jobOfRequest(recorded));
      }
      // After its job: a listed request without a job counts as given up.
      return listRequest(deps, id, { ...event.data, receivedAt: instant });
    }
    case "PrivacyRequestCarriedOut":
      return eraseAgain(deps, id);
    case "ShopUninstalled":
      return endAccessAgain(deps, tenant, instant);
  }
};
