import { isEmailAddress } from "#domain/destinations/recipients.ts";
import type { Clock } from "../../ports/clock.ts";
import {
  type Delivery,
  DeliveryFailed,
  type EmailDestination,
  type Receipt,
  type StepName,
} from "../../ports/destination.ts";
import { type AcceptedMail, type Mail, MailRefused } from "../../ports/mail.ts";
import type { DeliveryProgressStore } from "../delivery-progress.ts";
import type { Receipts } from "../receipts.ts";
import { listSecretParts, redactSecrets } from "../redact-secrets.ts";
import type { Steps } from "../steps.ts";
import {
  isAnswerLost,
  isRejected,
  lostTwice,
  putOff,
  refusedBefore,
  rejection,
  unconfirmed,
} from "./email-failures.ts";
import { attachmentModeOf, type HeldReport, messageOf } from "./email-message.ts";
import { createMailRecipients, type MailRecipients } from "./email-recipients.ts";

export type EmailOptions = {
  mail: Mail;
  progress: DeliveryProgressStore;
  receipts: Receipts;
  clock: Pick<Clock, "wall">;
  attachmentMaxMb: number;
};

const countRecipients = (count: number): string => `${count} ${count === 1 ? "recipient" : "recipients"}`;

const assertAddresses = ({ recipients, replyTo }: EmailDestination): void => {
  const isValid = [...recipients, ...(replyTo === "" ? [] : [replyTo])].every(isEmailAddress);
  if (recipients.length === 0 || !isValid)
    throw new DeliveryFailed(
      "lasting",
      "One of the destination's e-mail addresses isn't valid. Check the recipients and the address for replies.",
    );
};

/** A mail whose response was lost counts as handed over. */
const failedAt = (error: unknown): StepName => (isAnswerLost(error) ? "answered" : "handed over");

type Try = {
  delivery: Delivery<EmailDestination>;
  recipients: MailRecipients;
  steps: Steps;
  signal: AbortSignal;
};

/**
 * A report is delivered once a recipient has it and nobody may still get it. The receipt lists the recipients refused
 * for good.
 */
export const createEmail = ({ mail, progress, receipts, clock, attachmentMaxMb }: EmailOptions) => {
  // A stop that waited for a response also waits for its record.
  const noting = ({ signal }: Pick<Try, "signal">) => (signal.aborted ? AbortSignal.any([]) : signal);

  const save = (of: Try): Promise<void> =>
    receipts.saveHandover("email", of.delivery.id, of.recipients.toProgress(), noting(of));

  const confirm = (of: Try, answer: string, before: boolean): Promise<Receipt> => {
    const { file, destination, id } = of.delivery;
    const { reached, newlyReached, all, refused, unsendable } = of.recipients.status();
    const attempt = {
      at: clock.wall().toISOString(),
      to: reached === all ? countRecipients(all) : `${reached} of ${countRecipients(all)}`,
      answer: redactSecrets(answer, [...listSecretParts(file.link), ...destination.recipients]),
      steps: of.steps.completed,
      before,
      newlyReached,
      refused,
      unsendable,
    };
    return receipts.confirm(id, attempt, noting(of));
  };

  /**
   * Records and throws the failure of a mail to `asked`. Returns only if all were refused for good while others have,
   * or may have, the report. `isRecorded`: progress says that the mail may arrive.
   */
  const handleFailure = async (
    of: Try,
    error: unknown,
    { asked, isRecorded, isLink }: { asked: readonly string[]; isRecorded: boolean; isLink: boolean },
  ): Promise<void> => {
    const { recipients, signal, delivery } = of;
    const now = clock.wall();
    if (isAnswerLost(error)) {
      recipients.markLost(asked, error.refused);
      await save(of);
      const status = recipients.status();
      if (status.askable.length === 0) throw lostTwice(delivery.id, status, error);
      throw unconfirmed(error, status, { now, isStopped: signal.aborted });
    }
    const hasLetters = error instanceof MailRefused && error.because === "letters";
    if (hasLetters) recipients.markUnsendable(recipients.askable());
    const isRefusedForGood = hasLetters || (error instanceof MailRefused && error.because === "recipient");
    if (isRefusedForGood) recipients.markAllRefused(asked);
    const status = recipients.status();
    // The server responded, so this try hasn't delivered the mail.
    if ((isRecorded || isRefusedForGood || status.unsendable.length > 0) && isRejected(error)) await save(of);
    if (!isRefusedForGood || status.reached + status.spent.length === 0)
      throw rejection(error, status, { now, isLink });
  };

  /** Sends one mail to those who may still get it. */
  const sendOn = async (of: Try): Promise<AcceptedMail> => {
    const { delivery, recipients, steps, signal } = of;
    const { id } = delivery;
    const by = receipts.processId;
    const asked = recipients.askable();
    await progress.writeHandover("email", id, { ...recipients.toProgress(), by });
    let isRecorded = false;
    const beforeEnd = async () => {
      isRecorded = true;
      await progress.writeHandover("email", id, { ...recipients.toProgress(asked), by });
    };
    const options = { signal, beforeEnd, onUnsendable: recipients.markUnsendable };
    const sendAs = (held: HeldReport) => mail.send({ ...messageOf(delivery, held, signal), only: asked }, options);
    let as = attachmentModeOf(delivery, attachmentMaxMb);
    const send = () =>
      sendAs({ as }).catch(async (error: unknown) => {
        if (!(error instanceof MailRefused) || error.because !== "size") throw error;
        as = "too-large";
        // The server refused the file: if the worker dies now, this try has reached nobody.
        if (isRecorded) await receipts.saveHandover("email", id, { ...recipients.toProgress(), by }, noting(of));
        isRecorded = false;
        return sendAs({ as, afterRefusal: true });
      });
    try {
      const taken = await steps.runStep("handed over", send, isRejected, failedAt);
      recipients.markTaken(asked, taken.refused);
      return taken;
    } catch (error) {
      await handleFailure(of, error, { asked, isRecorded, isLink: as !== "file" });
      return { answer: "", refused: [] };
    }
  };

  return async (delivery: Delivery<EmailDestination>, steps: Steps, signal: AbortSignal): Promise<Receipt> => {
    const { id, destination } = delivery;
    assertAddresses(destination);
    const recipients = createMailRecipients(id, destination.recipients, await progress.readHandover("email", id));
    const of: Try = { delivery, recipients, steps, signal };
    const first = recipients.status();
    if (first.askable.length === 0) {
      // The worker died during the second mail, or the list was edited.
      if (first.spent.length > 0) throw lostTwice(id, first);
      if (first.reached === 0) throw refusedBefore(id, first);
      return confirm(of, "", true);
    }
    for (;;) {
      const { answer, refused } = await sendOn(of);
      const status = recipients.status();
      const { askable, spent } = status;
      if (askable.length === 0 && spent.length === 0) return confirm(of, answer, false);
      await save(of);
      if (askable.length === 0) throw lostTwice(id, status);
      if (!refused.some(({ inNextMail }) => inNextMail)) throw putOff(status);
    }
  };
};
