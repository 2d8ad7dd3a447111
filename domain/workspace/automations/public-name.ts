import { DestinationKind } from "../../enumerations.ts";
import { removeInvisible } from "../../text/visible.ts";
import type { Destination } from "./destination.ts";

/** Returns a public report's name in its address, without characters that URLs and file systems refuse. */
export const cleanPublicName = (name: string): string =>
  removeInvisible(name)
    .normalize("NFC")
    .replaceAll(/[\\/:*?"<>|#%&+\p{Cc}\p{Cf}\p{Cs}]/gu, " ")
    .replaceAll(/\s+/gu, " ")
    .trim()
    .replace(/^[. ]+/, "")
    .replace(/[. ]+$/, "");

type WithDestination = { automationId: string; destination: Destination };

/**
 * True if a report's public name is available: it isn't empty after cleaning, and no other report of the shop
 * has it.
 */
export const isPublicUrlAvailable = (
  { automationId, destination }: WithDestination,
  ofShop: readonly WithDestination[],
): boolean => {
  if (destination.kind !== DestinationKind.PublicUrl) return false;
  const name = cleanPublicName(destination.reportName).toLowerCase();
  const has = (other: WithDestination) =>
    other.automationId !== automationId &&
    other.destination.kind === DestinationKind.PublicUrl &&
    cleanPublicName(other.destination.reportName).toLowerCase() === name;
  return name !== "" && !ofShop.some(has);
};
