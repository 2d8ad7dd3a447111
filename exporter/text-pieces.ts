import type { ByteSink } from "./writer.ts";

/**
 * Characters after which text becomes bytes. Text that was put together is a tree of its parts until then; small ones go the
 * way of all young objects, big ones would outlive them and cost the collector a third of all time.
 */
const encodeAt = 16 * 1024;

/** Gathers text into pieces of bytes. */
export type TextPieces = {
  add(text: string): void;
  isFull(): boolean;
  /** Hands on what was gathered. */
  flush(): Promise<void>;
};

const asUtf8 = (text: string): Uint8Array => Buffer.from(text, "utf8");

/**
 * `pieceSize`: bytes that are gathered before a writer hands them on, by asking `isFull` after each row. `bytesOf`: is given whole texts that
 * were added, one after the other.
 */
export const createTextPieces = (sink: ByteSink, pieceSize = 64 * 1024, bytesOf = asUtf8): TextPieces => {
  let pending = "";
  let encoded: Uint8Array[] = [];
  let size = 0;
  const encode = (): void => {
    if (pending === "") return;
    const bytes = bytesOf(pending);
    pending = "";
    size += bytes.byteLength;
    encoded.push(bytes);
  };
  return {
    add(text) {
      pending += text;
      if (pending.length >= encodeAt) encode();
    },
    isFull: () => size >= pieceSize,
    async flush() {
      encode();
      if (size === 0) return;
      const bytes = encoded.length === 1 && encoded[0] ? encoded[0] : Buffer.concat(encoded, size);
      encoded = [];
      size = 0;
      await sink(bytes);
    },
  };
};
