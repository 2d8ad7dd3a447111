import { knownZone } from "#domain/dates/known-zone.ts";
import { useSession } from "./services.tsx";

/** The time zone that dates and times are shown in: the shop's, or UTC when this browser does not know it. */
export const useShopZone = (): string => knownZone(useSession()?.account.iana_timezone ?? "UTC");
