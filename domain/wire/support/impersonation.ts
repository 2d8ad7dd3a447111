import { z } from "zod";
import { grantHours } from "../../impersonation/grant.ts";

/** `account/impersonate`: the ticket. `account/impersonate-debug`: the shop's position among all installations. */
export const ImpersonatePayload = z.string().min(1).max(200);
export const ImpersonateDebugPayload = z.number().int().min(1).max(1_000_000_000);

/** Data of a session's banner. Instants are ISO UTC. */
export const ImpersonationSessionData = z.strictObject({
  Agent: z.string().describe("Who looks, by name"),
  Reason: z.string(),
  EndsAt: z.string(),
  ChangesUntil: z.string().nullable().describe("Until when the merchant allows changes; null where they may only look"),
});
export type ImpersonationSession = z.infer<typeof ImpersonationSessionData>;

export const AllowChangesPayload = z.strictObject({
  Hours: z.number().refine((hours) => grantHours.some((known) => known === hours), `must be ${grantHours.join(", ")}`),
});
export type AllowChangesPayload = z.infer<typeof AllowChangesPayload>;

export const SupportGrantData = z.strictObject({ AllowedAt: z.string(), Hours: z.number(), Until: z.string() });
export type SupportGrant = z.infer<typeof SupportGrantData>;

const SupportChangeData = z.strictObject({ At: z.string(), What: z.string().describe("A sentence") });

const PastImpersonationSessionData = z.strictObject({
  Id: z.string(),
  Agent: z.string(),
  Reason: z.string(),
  From: z.string(),
  Until: z.string().describe("When it ended, or will end by itself"),
  IsOpen: z.boolean(),
  EndedBy: z.enum(["agent", "merchant", "sign-out", "time"]).nullable().describe("Null while it goes on"),
  Changes: z.array(SupportChangeData).describe("Oldest first"),
});
export type PastImpersonationSession = z.infer<typeof PastImpersonationSessionData>;

/** A merchant's view of support. Sessions are newest first. */
export const ImpersonationSessionsData = z.strictObject({
  Grant: SupportGrantData.nullable(),
  Looks: z.array(PastImpersonationSessionData),
});
export type ImpersonationSessions = z.infer<typeof ImpersonationSessionsData>;
