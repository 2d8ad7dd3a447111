import { readFileSync } from "node:fs";
import { join } from "node:path";
import { writeAtomically } from "./services/state.ts";

const readStored = (path: string): Date | null => {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (typeof value === "object" && value !== null && "demoNow" in value && typeof value.demoNow === "string") {
      const at = new Date(value.demoNow);
      if (!Number.isNaN(at.getTime())) return at;
    }
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    const isFolder = error instanceof Error && "code" in error && error.code === "EISDIR";
    if (!(error instanceof SyntaxError) && !isFolder) throw error;
  }
  throw new Error(
    `${path} doesn't hold a valid time. Delete it; the newest demo orders will then date from the next start.`,
  );
};

/**
 * The newest moment of the demo orders: the configured one, else that of the first start, kept in `demo.json`.
 */
export const readDemoNow = (dataDir: string, configured: Date | undefined, now: Date): Date => {
  if (configured) return configured;
  const path = join(dataDir, "demo.json");
  const known = readStored(path);
  if (known) return known;
  writeAtomically(path, JSON.stringify({ demoNow: now.toISOString() }));
  return now;
};
