import type { Clock } from "#infra/ports/clock.ts";
import type { StorePlatform } from "#infra/ports/store-platform.ts";

/** Allowed difference between the platform's clock and ours, s (P-1.1, step 4). */
const tolerance = 90;

/** Parameters that the platform signed. Null and undefined were not sent. */
export const toSignedQuery = (
  named: Readonly<Record<string, string | null | undefined>>,
  others: Readonly<Record<string, string>> = {},
): Record<string, string> => {
  const sent = Object.entries(named).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return Object.fromEntries([...Object.entries(others), ...sent]);
};

/** Describes an invalid signature or time stamp; undefined if both are valid. */
export const findSignatureFault = (
  { platform, clock }: { platform: StorePlatform; clock: Clock },
  candidates: readonly Record<string, string>[],
  timestamp: string,
): string | undefined => {
  if (!candidates.some((query) => platform.verifyQuery(query)))
    return "The request was not signed by the store platform.";
  const age = clock.wall().getTime() / 1000 - Number(timestamp);
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(age) > tolerance)
    return "The request is too old, or the server's clock is wrong. Start again from the store platform.";
  return undefined;
};
