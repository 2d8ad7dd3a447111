import type { Cell } from "#domain/columns/definition.ts";
import type { CompiledColumn } from "#domain/groupings/compile.ts";

export type ReportHead = {
  title: string;
  columns: readonly CompiledColumn[];
  /** The export's fixed instant, ISO UTC. */
  requestedAt: string;
};

/** A row of a report. */
export type ReportRow = {
  cells: readonly Cell[];
  /** Its order is another one than that of the row before: for bands per order and totals. */
  startsOrder: boolean;
};

/**
 * Turns rows into the bytes of one file. Uses no clock and no randomness; awaiting each call is the back-pressure. The bytes
 * do not depend on how the rows fall into batches.
 */
export type ReportWriter = {
  begin(head: ReportHead): Promise<void>;
  rows(batch: readonly ReportRow[]): Promise<void>;
  /**
   * `orders`: how many the report holds, those without rows too. Answers the hash of the parts before compression (D-7);
   * undefined when the file itself is the content.
   */
  end(counts: { orders: number }): Promise<{ contentHash: string | undefined }>;
};

/** Where a writer's bytes go; resolves when they are taken. */
export type ByteSink = (bytes: Uint8Array) => Promise<void>;
