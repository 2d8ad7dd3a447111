import type { ExportFacts } from "#domain/export/state.ts";

/** Kinds of permits, so that automated reports take none from people who wait. */
export type PermitKind = ExportFacts["trigger"];

/** Key prefixes of a shop's permits; the tenant follows. */
export const permitPrefixes: Readonly<Record<PermitKind, string>> = {
  manual: "exports-let-in:",
  automated: "automated-exports-let-in:",
};

/** A permit taken by an export; `since`: wall time. Only the export's stream tells if it has ended. */
export type ExportPermit = { exportId: string; since: string };
