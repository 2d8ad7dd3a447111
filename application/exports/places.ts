import type { ExportFacts } from "#domain/export/state.ts";

/** Whose places: automated reports take none from those who wait in front of a screen. */
export type PlacesOf = ExportFacts["trigger"];

/** Where the places of a shop are, by its tenant. */
export const placesPrefixes: Readonly<Record<PlacesOf, string>> = {
  manual: "exports-let-in:",
  automated: "automated-exports-let-in:",
};

/** An export that was let in; `since`: wall time. What is among them has ended or not: only its stream tells. */
export type Place = { exportId: string; since: string };
