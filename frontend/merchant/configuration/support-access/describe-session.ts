import type { PastImpersonationSession } from "#domain/wire/support/impersonation.ts";
import { formatInstant } from "../../../shared/time/shop-time.ts";

const endedBy = (isSupport: boolean): Readonly<Record<NonNullable<PastImpersonationSession["EndedBy"]>, string>> => ({
  agent: "They ended it",
  merchant: isSupport ? "The merchant ended it" : "You ended it",
  "sign-out": "It ended when they signed out",
  time: "It ended automatically",
});

type Read = { zone: string; isSupport: boolean };

/** A session's time, end, and changes, if any. `zone`: the shop's; `isSupport`: the reader isn't the merchant. */
export const describeSession = (
  { From, Until, EndedBy, Changes }: PastImpersonationSession,
  { zone, isSupport }: Read,
): string => {
  const [from, until] = [formatInstant(From, zone), formatInstant(Until, zone).slice("yyyy/LL/dd ".length)];
  const when =
    EndedBy === null
      ? `Viewing since ${from}, until ${until} at most.`
      : `${from} to ${until}. ${endedBy(isSupport)[EndedBy]}.`;
  if (Changes.length === 0) return `${when} Nothing was changed.`;
  return `${when} ${Changes.length === 1 ? "1 change" : `${Changes.length} changes`}, under What support did.`;
};
