import type { ExportFacts } from "#domain/export/state.ts";

/** Kind of slots: automated reports take none from people who wait at a screen. */
export type PlacesOf = ExportFacts["trigger"];

/** Key prefixes of a shop's slots; the tenant follows. */
export const placesPrefixes: Readonly<Record<PlacesOf, string>> = {
  manual: "exports-let-in:",
  automated: "automated-exports-let-in:",
};

/** A slot taken by an export; `since`: wall time. Only the export's stream tells if it has ended. */
export type Place = { exportId: string; since: string };
