import type { AutomationStatus } from "#domain/enumerations.ts";

/**
 * ETag of an automated report: version of its last definition change, and the status seen with it. The status changes
 * independently, and only its change is an intent (D-6).
 */
export const formatAutomationEtag = (version: number, status: AutomationStatus): string => `"${version}-${status}"`;

/** Returns the status in an If-Match; undefined if it names only a version. */
export const statusInEtag = (ifMatch: string): AutomationStatus | undefined => {
  const status = /^(?:W\/)?"\d+-([0-5])"$/u.exec(ifMatch.trim())?.[1];
  return status === undefined ? undefined : (Number(status) as AutomationStatus);
};
