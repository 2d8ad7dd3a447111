import type { PictureResults } from "#domain/export/picture-results.ts";
import type { ReportDescription } from "#domain/export/report-description.ts";
import type { CompiledColumn } from "#domain/groupings/compile.ts";
import type { FinishedRow } from "#domain/reports/finish.ts";

export type ReportHead = {
  title: string;
  columns: readonly CompiledColumn[];
  /** Description, of which each format shows as much as its readers take (ADR 57). */
  about: ReportDescription;
  /** True if a splitter names worksheets. */
  split: boolean;
};

/** A row as writers get it; they needn't know its order. */
export type ReportRow = Pick<FinishedRow, "cells" | "startsOrder"> &
  Partial<Pick<FinishedRow, "orderKey" | "afterLeftOut">>;

export type SheetHandle = {
  rows(batch: readonly ReportRow[]): Promise<void>;
  /**
   * Ends the worksheet. `orders`: includes those without rows. `leftOut`: unreadable orders are missing, so totals are
   * incomplete.
   */
  end(counts: { orders: number; leftOut?: boolean }): Promise<void>;
};

/**
 * Turns rows into one file's bytes, without clock or randomness. Await each call for back-pressure. The bytes do not
 * depend on batches.
 */
export type ReportWriter<Head = ReportHead> = {
  begin(head: Head): Promise<void>;
  /**
   * Begins a worksheet, at least one per report. `name`: the splitter's value; null if the report is not split or is
   * empty. Formats stream, so a second open worksheet throws. `unread`: indexes of columns with unread cells, if the
   * report held its rows.
   */
  beginSheet(sheet: { name: string | null; unread?: ReadonlySet<number> }): Promise<SheetHandle>;
  /**
   * Ends the file. `contentHash`: of the parts before compression (D-7); undefined if the file itself is the content.
   * `replacedCharacters`: question marks for characters that the file's code page lacks. `pictures`: their outcomes, if
   * any. `notes`: sentences at the end of the file, in all formats but CSV.
   */
  end(
    notes?: readonly string[],
  ): Promise<{ contentHash: string | undefined; replacedCharacters?: number; pictures?: PictureResults }>;
};

/** Resolves when the bytes are taken. */
export type ByteSink = (bytes: Uint8Array) => Promise<void>;
