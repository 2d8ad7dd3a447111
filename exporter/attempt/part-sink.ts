import { createHash } from "node:crypto";
import type { PartWriter } from "#infra/ports/file-store.ts";
import type { ByteSink } from "../writer.ts";

export type PartSink = {
  write: ByteSink;
  /** Bytes so far, and the SHA-256 (hex) of all of them; the hash can be asked for once, after the last byte. */
  summary(): { bytes: number; fileHash: string };
};

/** Counts and hashes bytes on their way into a part; takes none when the signal has aborted. */
export const createPartSink = (part: PartWriter, signal: AbortSignal): PartSink => {
  const hash = createHash("sha256");
  let bytes = 0;
  return {
    async write(piece) {
      signal.throwIfAborted();
      hash.update(piece);
      bytes += piece.byteLength;
      await part.write(piece);
    },
    summary: () => ({ bytes, fileHash: hash.digest("hex") }),
  };
};
