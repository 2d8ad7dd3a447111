import type { AutomationStatus } from "#domain/enumerations.ts";

/**
 * The ETag of an automated report: the version that last touched its definition, and the status that was seen with it, as that changes beside
 * the definition and only a change of it is an intent (D-6).
 */
export const automationTag = (version: number, status: AutomationStatus): string => `"${version}-${status}"`;

/** The status that an If-Match names; undefined of one that names a version alone. */
export const statusInTag = (ifMatch: string): AutomationStatus | undefined => {
  const status = /^(?:W\/)?"\d+-([0-5])"$/u.exec(ifMatch.trim())?.[1];
  return status === undefined ? undefined : (Number(status) as AutomationStatus);
};
