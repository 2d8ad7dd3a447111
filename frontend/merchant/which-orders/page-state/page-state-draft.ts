import type { UserOrderFilters } from "#domain/wire/reports/reporting.ts";
import { rebase } from "../../../shared/saving/rebase.ts";

/** The state that a page with a choice of orders keeps on the server (S-1.3, S-2.3.7). */
export type OrdersState = { UserOrderFilters: UserOrderFilters };

/** The server's choices when they were changed, and the wanted ones. */
export type PageStateDraft<State> = { seen: State; wanted: State };

/** True if a stored value is such a page state. */
export const hasOrderFilters = (value: unknown): value is OrdersState =>
  typeof value === "object" &&
  value !== null &&
  "UserOrderFilters" in value &&
  typeof value.UserOrderFilters === "object" &&
  value.UserOrderFilters !== null;

/** Returns null unless both parts are page states. */
export const readPageStateDraft = <State>(
  stored: unknown,
  isState: (value: unknown) => value is State,
): PageStateDraft<State> | null =>
  typeof stored === "object" &&
  stored !== null &&
  "seen" in stored &&
  "wanted" in stored &&
  isState(stored.seen) &&
  isState(stored.wanted)
    ? { seen: stored.seen, wanted: stored.wanted }
    : null;

/** Rebases changes made here on the server's choices. Changes made only elsewhere stay. */
export const rebasePageState = <State extends OrdersState>(
  server: State,
  { seen, wanted }: PageStateDraft<State>,
): State => ({
  ...rebase(seen, wanted, server),
  UserOrderFilters: rebase(seen.UserOrderFilters, wanted.UserOrderFilters, server.UserOrderFilters),
});
