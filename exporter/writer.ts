import type { Cell } from "#domain/columns/definition.ts";
import type { CompiledColumn } from "#domain/groupings/compile.ts";

export type ReportHead = {
  title: string;
  columns: readonly CompiledColumn[];
  /** The export's fixed instant, ISO UTC. */
  requestedAt: string;
};

/** Turns rows into the bytes of one file. Uses no clock and no randomness; awaiting each call is the back-pressure. */
export type ReportWriter = {
  begin(head: ReportHead): Promise<void>;
  rows(batch: readonly (readonly Cell[])[]): Promise<void>;
  /** The hash of the parts before compression (design section 7); undefined when the file itself is the content. */
  end(): Promise<{ contentHash: string | undefined }>;
};

/** Where a writer's bytes go; resolves when they are taken. */
export type ByteSink = (bytes: Uint8Array) => Promise<void>;
