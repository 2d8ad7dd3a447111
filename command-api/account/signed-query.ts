import type { Clock } from "#infra/ports/clock.ts";
import type { StorePlatform } from "#infra/ports/store-platform.ts";

/** Seconds that the platform's clock and ours may differ (P-1.1, step 4). */
const tolerance = 90;

/** Parameters of a query the platform signed; an absent one stands for a parameter that was not sent. */
export const signedQuery = (
  named: Readonly<Record<string, string | null | undefined>>,
  others: Readonly<Record<string, string>> = {},
): Record<string, string> => {
  const sent = Object.entries(named).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return Object.fromEntries([...Object.entries(others), ...sent]);
};

/** Why a query cannot be believed, as a sentence; undefined when hmac and time stamp are right. */
export const distrust = (
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
