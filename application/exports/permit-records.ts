import type { ExportFacts } from "#domain/export/state.ts";

/** Separate kinds, so that automated reports take no permits from people. */
export type PermitKind = ExportFacts["trigger"];

/** Key prefixes; the tenant follows. */
export const permitPrefixes: Readonly<Record<PermitKind, string>> = {
  manual: "exports-let-in:",
  automated: "automated-exports-let-in:",
};

/** `since`: wall time. Only the export's stream tells if it has ended. */
export type ExportPermit = { exportId: string; since: string };
