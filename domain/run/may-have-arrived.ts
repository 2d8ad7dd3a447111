import { DestinationKind } from "../enumerations.ts";
import type { RunDataOf } from "./events.ts";

/** The steps by which a receiver gets a file, or its link. */
const handsOver: Readonly<Partial<Record<DestinationKind, readonly string[]>>> = {
  [DestinationKind.Email]: ["handed over", "answered"],
  [DestinationKind.Ftp]: ["wrote", "renamed"],
  [DestinationKind.Webhook]: ["called"],
};

/**
 * Whether a receiver may have a run's file by an attempt that nobody confirmed: one whose worker was lost, or one that failed once it had come so far
 * that bytes went out, unless the receiver is known to have nothing of it. How many of an e-mail's recipients have it for certain is not looked at.
 */
export const mayHaveArrived = (
  { destination }: Pick<RunDataOf<"DeliveryStarted">, "destination">,
  failed: Pick<RunDataOf<"DeliveryFailed">, "kind" | "steps"> | undefined,
): boolean => {
  if (!failed) return true;
  const { kind, steps } = failed;
  // What ends a lost worker's attempt for it knows of no step (ADR 78); what fails before the first one, fails for good.
  const isOpen = kind === "temporary" || kind === "unconfirmed";
  if (steps.length === 0) return isOpen;
  const risky = handsOver[destination] ?? [];
  const last = steps.at(-1);
  if (last?.nothingLeft || !steps.some(({ step }) => risky.includes(step))) return false;
  // A mail that was handed over has its answer for each recipient; and a refusal for good was one before that was noted with the step.
  return destination !== DestinationKind.Email || (last?.failed === true && isOpen);
};
