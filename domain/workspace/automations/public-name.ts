import { DestinationKind } from "../../enumerations.ts";
import { removeInvisible } from "../../text/visible.ts";
import type { Destination } from "./destination.ts";

/** Removes characters from a public name that URLs and file systems refuse. */
export const cleanPublicName = (name: string): string =>
  removeInvisible(name)
    .normalize("NFC")
    .replaceAll(/[\\/:*?"<>|#%&+\p{Cc}\p{Cf}\p{Cs}]/gu, " ")
    .replaceAll(/\s+/gu, " ")
    .trim()
    .replace(/^[. ]+/, "")
    .replace(/[. ]+$/, "");

type WithDestination = { automationId: string; destination: Destination };

/** True if the cleaned public name isn't empty and is unique in the shop. */
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
