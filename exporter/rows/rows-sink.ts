import type { ReportRow } from "#application/writing/writer.ts";
import type { PartWriter } from "#infra/ports/stores/file-store.ts";
import { type RowHash, rowRecordBytes } from "./row-hash.ts";

const rowsPerWrite = 4_096;

export type RowsSink = {
  record(rows: readonly ReportRow[], sheet: string | null): Promise<void>;
};

/** Stores a hash of every row of a file, after a mark of the key (ADR 66). */
export const createRowsSink = (
  part: Pick<PartWriter, "write">,
  hash: RowHash,
): RowsSink & {
  /** Returns the total bytes. */
  end(): Promise<number>;
} => {
  let pendingHex = hash.keyMark;
  let written = 0;
  const write = async (): Promise<void> => {
    const bytes = Buffer.from(pendingHex, "hex");
    pendingHex = "";
    written += bytes.byteLength;
    await part.write(bytes);
  };
  return {
    async record(rows, sheet) {
      for (const row of rows) pendingHex += hash.of(row, sheet);
      if (pendingHex.length >= rowsPerWrite * 2 * rowRecordBytes) await write();
    },
    async end() {
      if (pendingHex !== "") await write();
      return written;
    },
  };
};
