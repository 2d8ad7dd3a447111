import type { Grant } from "../../impersonation/grant.ts";
import type { SupportGrant } from "./impersonation.ts";

/** The merchant's grant to support, in wire form. */
export const grantOnWire = (grant: Grant | null): SupportGrant | null =>
  grant === null ? null : { AllowedAt: grant.allowedAt, Hours: grant.hours, Until: grant.until };
