import { setTimeout as sleep } from "node:timers/promises";
import { mailKind, mailLane } from "./mail-job.ts";
import type { DelivererParts } from "./parts.ts";
import { sendMail } from "./send-mail.ts";

/** Longer than a mail can take (the SMTP adapter's patience), so that the lease needs no renewal, ms. */
const leaseFor = 120_000;
const idleWait = 1_000;
const pauseAfterFault = 500;

/** Sends one mail after the other until the signal aborts; then resolves, the mail in hand sent. */
export const runWorker = async (parts: DelivererParts, signal: AbortSignal): Promise<void> => {
  const { queue, worker, log } = parts;
  while (!signal.aborted) {
    try {
      const job = await queue.claim({ kinds: [mailKind], lanes: [mailLane], worker, leaseFor });
      if (job) await sendMail(parts, job);
      else await queue.wait(idleWait, signal);
    } catch (err) {
      if (signal.aborted) return;
      log.warn({ err }, "The work queue was not available for a moment.");
      await sleep(pauseAfterFault, undefined, { signal }).catch(() => undefined);
    }
  }
};
