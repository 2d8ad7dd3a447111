import type { CommandContext, EventMetadata } from "./message.ts";

/** Test context with readable ids instead of derived ones. */
export const contextAt = (instant: string): CommandContext => ({ instant, newId: (n) => `id-${n}` });

export const metadataAt = (instant: string, changes: Partial<EventMetadata> = {}): EventMetadata => ({
  schema: 1,
  correlation: "request-1",
  causation: "command-1",
  actor: { kind: "merchant" },
  tenant: "tenant-1",
  instant,
  ...changes,
});
