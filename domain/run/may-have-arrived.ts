import { DestinationKind } from "../enumerations.ts";
import type { DeliveryStep } from "./delivery-step.ts";
import type { RunDataOf } from "./events.ts";

/** Steps that hand a file, or its link, to the receiver. */
const transferSteps: Readonly<Record<DestinationKind, readonly DeliveryStep[]>> = {
  [DestinationKind.Email]: ["handed over", "answered"],
  [DestinationKind.Ftp]: ["wrote", "renamed"],
  [DestinationKind.Webhook]: ["called"],
  // Sheaf publishes it itself.
  [DestinationKind.PublicUrl]: [],
};

/**
 * True if an unconfirmed attempt's worker was lost, or it failed after bytes went out that the receiver may have kept.
 * Ignores e-mail recipients that certainly have it.
 */
export const mayHaveArrived = (
  { destination }: Pick<RunDataOf<"DeliveryStarted">, "destination">,
  failed: Pick<RunDataOf<"DeliveryFailed">, "kind" | "steps" | "sentNothing"> | undefined,
): boolean => {
  if (!failed) return true;
  const { kind, steps, sentNothing = false } = failed;
  if (sentNothing) return false;
  // A lost worker's attempt ends without any step (ADR 78). A failure before the first step is permanent.
  const isOpen = kind === "temporary" || kind === "unconfirmed" || kind === "interrupted";
  if (steps.length === 0) return isOpen;
  const risky = transferSteps[destination];
  const last = steps.at(-1);
  if (last?.nothingLeft || !steps.some(({ step }) => risky.some((one) => one === step))) return false;
  // A handed-over mail has a response for each recipient. Old events show a permanent refusal only by the failure's
  // kind.
  return destination !== DestinationKind.Email || (last?.failed === true && isOpen);
};
