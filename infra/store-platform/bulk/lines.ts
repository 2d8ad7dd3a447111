import type { WorkFile } from "../../ports/stores/work-files.ts";
import { createUnreadableFileError } from "./bulk-errors.ts";

const chunkBytes = 262_144;
const sizeStep = 65_536;
/**
 * Maximum size of a line, and of all lines of an order, bytes. Far above real ones, and small enough for a worker's
 * memory (ADR 64).
 */
export const maxOrderBytes = 16 * 1024 * 1024;
const lineEnd = 10;

/** A line within a buffer, to avoid copies and views. `end` is exclusive. */
export type Line = { bytes: Buffer; start: number; end: number };

/**
 * Reads lines in batches of one read. Splits at byte 10 alone: U+2028 doesn't count, and no character is cut. `at`:
 * offset of the first line. `good`: a batch's lines stay valid while they are at most this many bytes before the newest
 * line; the memory of older ones is reused.
 * @throws {PlatformError} unexpected-answer: a line of more than {@link maxOrderBytes}
 */
export async function* readLines(
  file: WorkFile,
  signal: AbortSignal,
  { good = Number.POSITIVE_INFINITY } = {},
): AsyncGenerator<{ at: number; lines: Line[] }> {
  const memory = createMemory();
  let unfinished: Uint8Array = Buffer.alloc(0);
  let lineOffset = 0;
  for (let from = 0; ; ) {
    signal.throwIfAborted();
    // The buffer doubles for a long line, to copy it only a few times.
    const room = Math.max(unfinished.length + chunkBytes, Math.min(2 * unfinished.length, maxOrderBytes));
    const bytes = memory.take(room, lineOffset - good);
    bytes.set(unfinished);
    const bytesRead = await file.read(bytes.subarray(unfinished.length), from);
    const at = from - unfinished.length;
    const filled = unfinished.length + bytesRead;
    from += bytesRead;
    const lines: Line[] = [];
    let start = 0;
    // A byte 10 after the filled part is left from an earlier read.
    for (
      let end = bytes.indexOf(lineEnd, unfinished.length);
      end >= 0 && end < filled;
      end = bytes.indexOf(lineEnd, start)
    ) {
      if (end - start > maxOrderBytes) throw tooLong();
      if (end > start) lines.push({ bytes, start, end });
      start = end + 1;
    }
    unfinished = bytes.subarray(start, filled);
    if (unfinished.length > maxOrderBytes) throw tooLong();
    if (bytesRead === 0 && unfinished.length > 0) lines.push({ bytes, start, end: filled });
    lineOffset = at + (lines.at(-1)?.start ?? 0);
    // Only a buffer whose lines were handed out, with a finite `good`, comes back for reuse.
    if (lines.length > 0 && Number.isFinite(good)) memory.lend(bytes, from);
    if (lines.length > 0) yield { at, lines };
    if (bytesRead === 0) return;
  }
}

const tooLong = () => createUnreadableFileError(`a line has more than ${maxOrderBytes} bytes`);

/** Reuses buffers: allocating one for each read would take a sixth of the time, and leave garbage. */
const createMemory = () => {
  const lent: { bytes: Buffer; upTo: number }[] = [];
  // The size is rounded up, so that the buffer fits next time.
  const fresh = (room: number): Buffer => Buffer.allocUnsafeSlow(sizeStep * Math.ceil(room / sizeStep));
  return {
    /** Takes the oldest buffer if it has `room` bytes and holds nothing from `needed` on, else a new one. */
    take(room: number, needed: number): Buffer {
      const [oldest] = lent;
      if (oldest === undefined || oldest.upTo > needed) return fresh(room);
      lent.shift();
      return oldest.bytes.length < room ? fresh(room) : oldest.bytes;
    },
    /** Lends a buffer that is in use up to offset `upTo` of the file. */
    lend(bytes: Buffer, upTo: number): void {
      lent.push({ bytes, upTo });
    },
  };
};
