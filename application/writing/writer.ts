import type { PictureResults } from "#domain/export/picture-results.ts";
import type { ReportDescription } from "#domain/export/report-description.ts";
import type { CompiledColumn } from "#domain/groupings/compile.ts";
import type { FinishedRow } from "#domain/reports/finish.ts";

export type ReportHead = {
  title: string;
  columns: readonly CompiledColumn[];
  /** Description of the report. Each format shows as much as its readers take (ADR 57). */
  about: ReportDescription;
  /** True if a splitter names the worksheets. */
  split: boolean;
};

/** A row of a report. Writers need not know its order. */
export type ReportRow = Pick<FinishedRow, "cells" | "startsOrder"> &
  Partial<Pick<FinishedRow, "orderKey" | "afterLeftOut">>;

export type SheetHandle = {
  rows(batch: readonly ReportRow[]): Promise<void>;
  /**
   * `orders`: orders in the worksheet, including those without rows. `leftOut`: unreadable orders are missing, so
   * totals are incomplete.
   */
  end(counts: { orders: number; leftOut?: boolean }): Promise<void>;
};

/**
 * Turns rows into the bytes of one file. Uses no clock and no randomness. Await each call for back-pressure. The bytes
 * do not depend on batch boundaries.
 */
export type ReportWriter<Head = ReportHead> = {
  begin(head: Head): Promise<void>;
  /**
   * A report has at least one worksheet. `name`: the splitter's value; null if the report is not split or is empty.
   * Formats stream, so they throw at a second open worksheet. `unread`: indexes of columns with unread
   * cells, if the report held its rows.
   */
  beginSheet(sheet: { name: string | null; unread?: ReadonlySet<number> }): Promise<SheetHandle>;
  /**
   * Returns the hash of the parts before compression (D-7); undefined if the file itself is the content.
   * `replacedCharacters`: characters replaced by a question mark, as the file's code page lacks them; absent if none.
   * `pictures`: their outcomes; absent if there are none. `notes`: sentences at the end of the file, in all formats but
   * CSV.
   */
  end(
    notes?: readonly string[],
  ): Promise<{ contentHash: string | undefined; replacedCharacters?: number; pictures?: PictureResults }>;
};

/** Receives a writer's bytes; resolves when they are taken. */
export type ByteSink = (bytes: Uint8Array) => Promise<void>;
