import type { ReportRow } from "#application/writing/writer.ts";
import type { PartWriter } from "#infra/ports/stores/file-store.ts";
import { type RowHash, rowRecordBytes } from "./row-hash.ts";

/** Rows that are held before they are written. */
const rowsAtOnce = 4_096;

export type RowsSink = {
  /** Notes rows of a worksheet, in their order. */
  note(rows: readonly ReportRow[], sheet: string | null): Promise<void>;
};

/** Keeps a hash of every row of a file, one after the other, behind one that tells by which key they were made (ADR 66). */
export const createRowsSink = (
  part: Pick<PartWriter, "write">,
  hash: RowHash,
): RowsSink & {
  /** Writes what is held. Answers the bytes of all. */
  end(): Promise<number>;
} => {
  let held = hash.keyMark;
  let written = 0;
  const write = async (): Promise<void> => {
    const bytes = Buffer.from(held, "hex");
    held = "";
    written += bytes.byteLength;
    await part.write(bytes);
  };
  return {
    async note(rows, sheet) {
      for (const row of rows) held += hash.of(row, sheet);
      if (held.length >= rowsAtOnce * 2 * rowRecordBytes) await write();
    },
    async end() {
      if (held !== "") await write();
      return written;
    },
  };
};
