import type { ManualExport } from "#domain/wire/reporting.ts";
import { rebase } from "../../shared/saving/rebase.ts";

/** Name under which choices that the server has not confirmed are kept. */
export const pageStateDraft = "page-state";

/** Choices as the server had them when they were changed, and as they are wanted. */
export type PageStateDraft = { seen: ManualExport; wanted: ManualExport };

const isState = (value: unknown): value is ManualExport =>
  typeof value === "object" &&
  value !== null &&
  "FileType" in value &&
  typeof value.FileType === "number" &&
  "ReportId" in value &&
  "UserOrderFilters" in value &&
  typeof value.UserOrderFilters === "object" &&
  value.UserOrderFilters !== null;

/** What a browser kept, when it is choices of this page. */
export const readPageStateDraft = (kept: unknown): PageStateDraft | null =>
  typeof kept === "object" &&
  kept !== null &&
  "seen" in kept &&
  "wanted" in kept &&
  isState(kept.seen) &&
  isState(kept.wanted)
    ? { seen: kept.seen, wanted: kept.wanted }
    : null;

/** The server's choices with what was changed here on top; what was chosen elsewhere meanwhile, and not here, stays. */
export const stateOnTopOf = (server: ManualExport, { seen, wanted }: PageStateDraft): ManualExport => ({
  ...rebase(seen, wanted, server),
  UserOrderFilters: rebase(seen.UserOrderFilters, wanted.UserOrderFilters, server.UserOrderFilters),
});
