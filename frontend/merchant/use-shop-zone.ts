import { resolveZone } from "#domain/dates/resolve-zone.ts";
import { useSession } from "./services.tsx";

/** The shop's zone, or UTC if this browser doesn't know it. */
export const useShopZone = (): string => resolveZone(useSession()?.account.iana_timezone ?? "UTC");
