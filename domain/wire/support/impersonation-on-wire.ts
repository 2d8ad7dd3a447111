import type { Grant } from "../../impersonation/grant.ts";
import type { SupportGrant } from "./impersonation.ts";

/** What a merchant lets support do, as calls say it. */
export const grantOnWire = (grant: Grant | null): SupportGrant | null =>
  grant === null ? null : { AllowedAt: grant.allowedAt, Hours: grant.hours, Until: grant.until };
