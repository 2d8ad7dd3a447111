import type { Fingerprint } from "#domain/export/fingerprint.ts";
import manifest from "../package.json" with { type: "json" };

/** Versions that a file's bytes depend on besides its input (D-7). */
export const fingerprint: Fingerprint = {
  app: manifest.version,
  icu: process.versions.icu ?? "none",
  tz: process.versions.tz ?? "none",
  node: process.versions.node,
};
