import { DestinationKind } from "../../enumerations.ts";
import { withoutInvisible } from "../../text/visible.ts";
import type { Destination } from "./destination.ts";

/** A public report's name as its address has it: without the signs that addresses and file systems refuse. */
export const cleanedName = (name: string): string =>
  withoutInvisible(name)
    .normalize("NFC")
    .replaceAll(/[\\/:*?"<>|#%&+\p{Cc}\p{Cf}\p{Cs}]/gu, " ")
    .replaceAll(/\s+/gu, " ")
    .trim()
    .replace(/^[. ]+/, "")
    .replace(/[. ]+$/, "");

type WithDestination = { automationId: string; destination: Destination };

/** Whether a report can be had under its public name: something is left of it, and no other one of the shop has the same. */
export const publicUrlIsPossible = (
  { automationId, destination }: WithDestination,
  ofShop: readonly WithDestination[],
): boolean => {
  if (destination.kind !== DestinationKind.PublicUrl) return false;
  const name = cleanedName(destination.reportName).toLowerCase();
  const has = (other: WithDestination) =>
    other.automationId !== automationId &&
    other.destination.kind === DestinationKind.PublicUrl &&
    cleanedName(other.destination.reportName).toLowerCase() === name;
  return name !== "" && !ofShop.some(has);
};
