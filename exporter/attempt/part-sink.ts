import { createHash } from "node:crypto";
import { formatBytes } from "#application/text/format-quantities.ts";
import type { ByteSink } from "#application/writing/writer.ts";
import type { PartWriter } from "#infra/ports/stores/file-store.ts";
import { FileTooLarge } from "./failure.ts";

export type PartSink = {
  /** @throws {FileTooLarge} */
  write: ByteSink;
  /** Counts bytes before compression, apart from those written. @throws {FileTooLarge} */
  unpacked(bytes: number): void;
  /** Byte count and SHA-256 (hex). Call once, after the last byte. */
  summary(): { bytes: number; fileHash: string };
};

const tooLarge = (maxBytes: number): FileTooLarge =>
  new FileTooLarge(
    `The file would be larger than the limit of ${formatBytes(maxBytes)}. Choose a shorter date range, fewer columns or shorter formulas. You can split a long range into several reports.`,
  );

/**
 * Counts and hashes bytes on their way into a part. `maxBytes` also bounds the unpacked content, which readers must
 * take.
 */
export const createPartSink = (part: PartWriter, signal: AbortSignal, maxBytes: number): PartSink => {
  const hash = createHash("sha256");
  let bytes = 0;
  let unpacked = 0;
  return {
    async write(piece) {
      signal.throwIfAborted();
      if (bytes + piece.byteLength > maxBytes) throw tooLarge(maxBytes);
      hash.update(piece);
      bytes += piece.byteLength;
      await part.write(piece);
    },
    unpacked(more) {
      unpacked += more;
      if (unpacked > maxBytes) throw tooLarge(maxBytes);
    },
    summary: () => ({ bytes, fileHash: hash.digest("hex") }),
  };
};
