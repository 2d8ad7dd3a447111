import type { UserOrderFilters } from "#domain/wire/reports/reporting.ts";
import { rebase } from "../../../shared/saving/rebase.ts";

/** What a page on which orders are chosen keeps at the server (S-1.3, S-2.3.7). */
export type OrdersState = { UserOrderFilters: UserOrderFilters };

/** Choices as the server had them when they were changed, and as they are wanted. */
export type PageStateDraft<State> = { seen: State; wanted: State };

/** Whether what was kept is the state of a page that chooses orders. */
export const hasOrderFilters = (value: unknown): value is OrdersState =>
  typeof value === "object" &&
  value !== null &&
  "UserOrderFilters" in value &&
  typeof value.UserOrderFilters === "object" &&
  value.UserOrderFilters !== null;

/** What a browser kept, when both are choices of the page. */
export const readPageStateDraft = <State>(
  kept: unknown,
  isState: (value: unknown) => value is State,
): PageStateDraft<State> | null =>
  typeof kept === "object" &&
  kept !== null &&
  "seen" in kept &&
  "wanted" in kept &&
  isState(kept.seen) &&
  isState(kept.wanted)
    ? { seen: kept.seen, wanted: kept.wanted }
    : null;

/** The server's choices with what was changed here on top; what was chosen elsewhere meanwhile, and not here, stays. */
export const stateOnTopOf = <State extends OrdersState>(
  server: State,
  { seen, wanted }: PageStateDraft<State>,
): State => ({
  ...rebase(seen, wanted, server),
  UserOrderFilters: rebase(seen.UserOrderFilters, wanted.UserOrderFilters, server.UserOrderFilters),
});
