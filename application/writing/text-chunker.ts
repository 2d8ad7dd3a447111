import type { ByteSink } from "./writer.ts";

/**
 * Characters until encoding, as a tree of concatenated parts; big trees survive young collections and cost the
 * collector a third of all time.
 */
const encodeAt = 16 * 1024;

const none = Buffer.alloc(0);

/** Collects text into chunks of bytes. */
export type TextChunker = {
  add(text: string): void;
  isFull(): boolean;
  flush(): Promise<void>;
};

/**
 * Creates a chunker. `pieceSize`: bytes before `isFull`, which writers check after each row. `heldAtMost`: chunks a
 * sink still uses after taking one; that many and one more are reused. Null: the sink owns each chunk. `bytesOf`:
 * encodes texts that are not UTF-8; gets whole added texts in sequence.
 */
export const createTextChunker = (
  sink: ByteSink,
  {
    pieceSize = 64 * 1024,
    heldAtMost = null,
    bytesOf,
  }: { pieceSize?: number; heldAtMost?: number | null; bytesOf?: ((text: string) => Uint8Array) | undefined } = {},
): TextChunker => {
  let pending = "";
  let size = 0;
  /** Encoded text, a row longer than its size at most. */
  let piece: Buffer = none;
  /** Chunks at the sink, oldest first. */
  const held: Buffer[] = [];
  const encode = (): void => {
    if (pending === "") return;
    const bytes = bytesOf?.(pending);
    // A UTF-16 unit takes three bytes of UTF-8 at most.
    const needed = size + (bytes ? bytes.byteLength : pending.length * 3);
    if (needed > piece.byteLength) {
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, pieceSize + 4 * encodeAt));
      piece.copy(larger, 0, 0, size);
      piece = larger;
    }
    if (bytes) piece.set(bytes, size);
    size += bytes ? bytes.byteLength : piece.write(pending, size, "utf8");
    pending = "";
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
      const bytes = piece.subarray(0, size);
      const taken = piece;
      if (heldAtMost !== null) held.push(taken);
      piece = heldAtMost !== null && held.length > heldAtMost ? (held.shift() ?? none) : none;
      size = 0;
      await sink(bytes);
    },
  };
};
