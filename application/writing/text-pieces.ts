import type { ByteSink } from "./writer.ts";

/**
 * Characters after which text becomes bytes. Text that was put together is a tree of its parts until then; small ones go the
 * way of all young objects, big ones would outlive them and cost the collector a third of all time.
 */
const encodeAt = 16 * 1024;

const none = Buffer.alloc(0);

/** Gathers text into pieces of bytes. */
export type TextPieces = {
  add(text: string): void;
  isFull(): boolean;
  /** Hands on what was gathered. */
  flush(): Promise<void>;
};

/**
 * `pieceSize`: bytes that are gathered before a writer hands them on, by asking `isFull` after each row. `heldAtMost`: how
 * many pieces the sink is not done with when it has taken one; they and one more are then written over and over, else each piece is the sink's own.
 * `bytesOf`: for texts that are not to be UTF-8; is given whole texts that were added, one after the other.
 */
export const createTextPieces = (
  sink: ByteSink,
  {
    pieceSize = 64 * 1024,
    heldAtMost = null,
    bytesOf,
  }: { pieceSize?: number; heldAtMost?: number | null; bytesOf?: ((text: string) => Uint8Array) | undefined } = {},
): TextPieces => {
  let pending = "";
  let size = 0;
  /** Text is encoded where it will lie: the last row of a piece goes past its end by as much as it holds. */
  let piece: Buffer = none;
  /** Those that the sink has, the oldest first. */
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
