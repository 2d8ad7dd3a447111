import type { AutomationStatus } from "#domain/enumerations.ts";

/**
 * Version of the last definition change, and status, which changes independently. Only a changed status is an intent
 * (D-6).
 */
export const formatAutomationEtag = (version: number, status: AutomationStatus): string => `"${version}-${status}"`;

/** Reads the status. Undefined if the If-Match names only a version. */
export const statusInEtag = (ifMatch: string): AutomationStatus | undefined => {
  const status = /^(?:W\/)?"\d+-([0-5])"$/u.exec(ifMatch.trim())?.[1];
  return status === undefined ? undefined : (Number(status) as AutomationStatus);
};
