import { createHash } from "node:crypto";
import { bytesInWords } from "#application/text/in-words.ts";
import type { ByteSink } from "#application/writing/writer.ts";
import type { PartWriter } from "#infra/ports/stores/file-store.ts";
import { FileTooLarge } from "./failure.ts";

export type PartSink = {
  /** @throws {FileTooLarge} */
  write: ByteSink;
  /** Counts bytes that a format compresses before they are written, by themselves. @throws {FileTooLarge} */
  unpacked(bytes: number): void;
  /** Bytes so far, and the SHA-256 (hex) of all of them; the hash can be asked for once, after the last byte. */
  summary(): { bytes: number; fileHash: string };
};

const tooLarge = (most: number): FileTooLarge =>
  new FileTooLarge(
    `The file would be larger than the limit of ${bytesInWords(most)}. Choose a shorter date range, fewer columns or shorter formulas. You can split a long range into several reports.`,
  );

/**
 * Counts and hashes bytes on their way into a part; takes none when the signal has aborted. `most`: bytes of the file, and of what is in it
 * before it is compressed, as whoever opens it has to take all of that.
 */
export const createPartSink = (part: PartWriter, signal: AbortSignal, most: number): PartSink => {
  const hash = createHash("sha256");
  let bytes = 0;
  let unpacked = 0;
  return {
    async write(piece) {
      signal.throwIfAborted();
      if (bytes + piece.byteLength > most) throw tooLarge(most);
      hash.update(piece);
      bytes += piece.byteLength;
      await part.write(piece);
    },
    unpacked(more) {
      unpacked += more;
      if (unpacked > most) throw tooLarge(most);
    },
    summary: () => ({ bytes, fileHash: hash.digest("hex") }),
  };
};
