import { DestinationKind } from "../enumerations.ts";
import type { MailReach } from "../ledger/mail-reach.ts";
import type { RunDataOf } from "./events.ts";
import type { RunDelivery } from "./state.ts";

/** Steps that hand a file, or its link, to the receiver. */
const transferSteps: Readonly<Record<DestinationKind, readonly string[]>> = {
  [DestinationKind.Email]: ["handed over", "answered"],
  [DestinationKind.Ftp]: ["wrote", "renamed"],
  [DestinationKind.Webhook]: ["called"],
  // Sheaf publishes it itself.
  [DestinationKind.PublicUrl]: [],
};

/**
 * True if a receiver may have the file from an unconfirmed attempt: its worker was lost, or it failed after bytes went
 * out that the receiver may have kept. Ignores how many e-mail recipients certainly have it.
 */
export const mayHaveArrived = (
  { destination }: Pick<RunDataOf<"DeliveryStarted">, "destination">,
  failed: Pick<RunDataOf<"DeliveryFailed">, "kind" | "steps" | "sentNothing"> | undefined,
): boolean => {
  if (!failed) return true;
  const { kind, steps, sentNothing = false } = failed;
  if (sentNothing) return false;
  // A lost worker's attempt is ended without any step (ADR 78). A failure before the first step is permanent.
  const isOpen = kind === "temporary" || kind === "unconfirmed" || kind === "interrupted";
  if (steps.length === 0) return isOpen;
  const risky = transferSteps[destination];
  const last = steps.at(-1);
  if (last?.nothingLeft || !steps.some(({ step }) => risky.includes(step))) return false;
  // A handed-over mail has a response for each recipient. Old events show a permanent refusal only by the failure's
  // kind.
  return destination !== DestinationKind.Email || (last?.failed === true && isOpen);
};

/** Recipients added by a failed attempt. */
type AttemptReach = {
  reached: number;
  /** Recipients that surely don't have it after all attempts: refused for good or unsendable. */
  missed: number;
  /** True if the attempt's response or its worker was lost. */
  mayHaveArrived: boolean;
};

/**
 * Returns the recipients that have or may have a run's mail after one more failed try; null if none is known. Files of
 * other destinations have no recipients to ask.
 */
export const addAttemptReach = (
  known: MailReach | null,
  { destination, recipients }: Pick<RunDelivery, "destination" | "recipients">,
  { reached, missed, mayHaveArrived: isUnsure }: AttemptReach,
): MailReach | null => {
  if (destination !== DestinationKind.Email || (reached === 0 && !isUnsure)) return known;
  const unsure = isUnsure || known?.unsure === true;
  return {
    reached: Math.max(reached, known?.reached ?? 0),
    recipients,
    ...(missed > 0 && { refused: missed }),
    ...(unsure && { unsure }),
  };
};
