import type {
  AllowChangesPayload,
  ImpersonationSession,
  ImpersonationSessions,
  SupportGrant,
} from "#domain/wire/support/impersonation.ts";
import type { Calls } from "../../shared/api/calls.ts";

/** Support's access to the shop. */
export const createSupportCalls = ({ get, command }: Calls) => ({
  /** The caller's own impersonation session; null for the merchant. */
  supportLook: (signal: AbortSignal) => get<ImpersonationSession | null>("account/impersonation", { signal }),
  supportLooks: (signal: AbortSignal) => get<ImpersonationSessions>("support/get-looks", { signal }),
  allowChanges: (body: AllowChangesPayload) => command<SupportGrant | null>("support/allow-changes", body),
  stopChanges: () => command<SupportGrant | null>("support/stop-changes"),
  endLook: (id: string) => command<boolean>("support/end-look", id),
});
