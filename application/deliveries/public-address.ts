import { DestinationKind } from "#domain/enumerations.ts";
import type { Destination } from "#domain/workspace/automations/destination.ts";
import { cleanPublicName, isPublicUrlAvailable } from "#domain/workspace/automations/public-name.ts";
import type { Vault } from "#infra/ports/stores/vault.ts";

/** Secret part of a public report's address: a keyed hash, which needs no storage. */
export const publicToken = (vault: Pick<Vault, "sign">, automationId: string): string =>
  vault.sign("public-report", automationId);

type WithDestination = { automationId: string; destination: Destination };

/**
 * Public link to the newest file of a report, and its availability.
 * @param ofShop all automated reports of its shop
 */
export const createPublicLink = (
  { vault, appUrl }: { vault: Pick<Vault, "sign">; appUrl: string },
  one: WithDestination,
  ofShop: readonly WithDestination[],
): { Url: string | null; IsPossible: boolean } => {
  if (one.destination.kind !== DestinationKind.PublicUrl) return { Url: null, IsPossible: false };
  const name = cleanPublicName(one.destination.reportName);
  return {
    Url: name === "" ? null : `${appUrl}/public/${publicToken(vault, one.automationId)}/${encodeURIComponent(name)}`,
    IsPossible: isPublicUrlAvailable(one, ofShop),
  };
};
