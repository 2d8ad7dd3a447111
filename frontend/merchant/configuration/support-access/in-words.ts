import type { PastLook } from "#domain/wire/impersonation.ts";
import { formatInstant } from "../../../shared/time/shop-time.ts";

const endedBy: Readonly<Record<NonNullable<PastLook["EndedBy"]>, string>> = {
  agent: "They ended it",
  merchant: "You ended it",
  "sign-out": "It ended as they signed out",
  time: "It ended by itself",
};

/** When a look was, how it ended and whether anything was changed. `zone`: the shop's. */
export const lookInWords = ({ From, Until, EndedBy, Changes }: PastLook, zone: string): string => {
  const [from, until] = [formatInstant(From, zone), formatInstant(Until, zone).slice("yyyy/LL/dd ".length)];
  const when =
    EndedBy === null ? `Looking since ${from}, until ${until} at most.` : `${from} to ${until}. ${endedBy[EndedBy]}.`;
  return Changes.length === 0 ? `${when} Nothing was changed.` : when;
};
