import type { ReportAbout } from "#domain/export/about-report.ts";
import type { PicturesTold } from "#domain/export/pictures-told.ts";
import type { CompiledColumn } from "#domain/groupings/compile.ts";
import type { FinishedRow } from "#domain/reports/finish.ts";

export type ReportHead = {
  title: string;
  columns: readonly CompiledColumn[];
  /** What it is of. A format says as much of it as its readers take (ADR 57). */
  about: ReportAbout;
  /** True when a splitter gives its worksheets names. */
  split: boolean;
};

/** A row of a report. Writers do not need to know its order. */
export type ReportRow = Pick<FinishedRow, "cells" | "startsOrder"> &
  Partial<Pick<FinishedRow, "orderKey" | "afterLeftOut">>;

/** A worksheet that is being written. */
export type SheetHandle = {
  rows(batch: readonly ReportRow[]): Promise<void>;
  /** `orders`: how many the worksheet is of, those without rows too. `leftOut`: orders that could not be read are left out, so totals are incomplete. */
  end(counts: { orders: number; leftOut?: boolean }): Promise<void>;
};

/**
 * Turns rows into the bytes of one file. Uses no clock and no randomness; awaiting each call is the back-pressure. The bytes
 * do not depend on how the rows fall into batches.
 */
export type ReportWriter<Head = ReportHead> = {
  begin(head: Head): Promise<void>;
  /**
   * A report has one worksheet at least. `name`: the splitter's value; null in a report that is not split, and in one that holds
   * nothing. All formats are written as they come and throw at a second open worksheet; `withSheetsAtOnce` makes them take several (ADR 70).
   */
  beginSheet(sheet: { name: string | null }): Promise<SheetHandle>;
  /**
   * Answers the hash of the parts before compression (D-7); undefined when the file itself is the content. `replacedCharacters`: how many became
   * a question mark, because the file's code page lacks them; absent where none did. `pictures`: what became of them; absent where there are none.
   * `notes`: sentences about the file. All formats but CSV have them at their end.
   */
  end(
    notes?: readonly string[],
  ): Promise<{ contentHash: string | undefined; replacedCharacters?: number; pictures?: PicturesTold }>;
};

/** Where a writer's bytes go; resolves when they are taken. */
export type ByteSink = (bytes: Uint8Array) => Promise<void>;
