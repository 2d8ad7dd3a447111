import type { WorkFile } from "../../ports/stores/work-files.ts";
import { unreadableFile } from "./unreadable.ts";

const chunkBytes = 262_144;
const spare = 65_536;
/** Bytes of a line, and of all lines of an order: far more than any has, and what a worker has room to make an order of (ADR 64). */
export const mostOrderBytes = 16 * 1024 * 1024;
const lineEnd = 10;

/** Where a line stands: in `bytes` from `start` up to `end`, its end not among them. No bytes are copied, and no view of them is made. */
export type Line = { bytes: Buffer; start: number; end: number };

/**
 * The lines of a file, as many at a time as one read gives. Divided at byte 10 alone: the separators that text may hold (U+2028) are none here,
 * and no character is ever cut. `at`: where the first of them begins in the file. `good`: for how many bytes before the last line that was given
 * lines stay as they are, when the next ones are asked for; the memory of those before is used again.
 * @throws {PlatformError} unexpected-answer: a line of more than {@link mostOrderBytes}
 */
export async function* readLines(
  file: WorkFile,
  signal: AbortSignal,
  { good = Number.POSITIVE_INFINITY } = {},
): AsyncGenerator<{ at: number; lines: Line[] }> {
  const memory = createMemory();
  /** Of a line that goes on behind what was read. */
  let begun: Uint8Array = Buffer.alloc(0);
  let reached = 0;
  for (let from = 0; ; ) {
    signal.throwIfAborted();
    // Twice as much for a line that is longer than what was read, so that it is copied a few times and not many; no more than the longest has.
    const room = Math.max(begun.length + chunkBytes, Math.min(2 * begun.length, mostOrderBytes));
    const bytes = memory.take(room, reached - good);
    bytes.set(begun);
    const read = await file.read(bytes.subarray(begun.length), from);
    const at = from - begun.length;
    const filled = begun.length + read;
    from += read;
    const lines: Line[] = [];
    let start = 0;
    // Byte 10 behind what was filled is of nobody's line.
    for (
      let end = bytes.indexOf(lineEnd, begun.length);
      end >= 0 && end < filled;
      end = bytes.indexOf(lineEnd, start)
    ) {
      if (end - start > mostOrderBytes) throw tooLong();
      if (end > start) lines.push({ bytes, start, end });
      start = end + 1;
    }
    begun = bytes.subarray(start, filled);
    if (begun.length > mostOrderBytes) throw tooLong();
    if (read === 0 && begun.length > 0) lines.push({ bytes, start, end: filled });
    reached = at + (lines.at(-1)?.start ?? 0);
    // What is never used again is the collector's; so is what had no lines, on the way to a long one.
    if (lines.length > 0 && Number.isFinite(good)) memory.lend(bytes, from);
    if (lines.length > 0) yield { at, lines };
    if (read === 0) return;
  }
}

const tooLong = () => unreadableFile(`a line has more than ${mostOrderBytes} bytes`);

/** Memory for what is read, a piece of the file each. New one would be a sixth of the cost of reading, and wait for the collector. */
const createMemory = () => {
  const lent: { bytes: Buffer; upTo: number }[] = [];
  // Somewhat more, so that it is large enough next time too.
  const fresh = (room: number): Buffer => Buffer.allocUnsafeSlow(spare * Math.ceil(room / spare));
  return {
    /** Some that is large enough: the oldest if it holds nothing of the file from `needed` on, else new. */
    take(room: number, needed: number): Buffer {
      const [oldest] = lent;
      if (oldest === undefined || oldest.upTo > needed) return fresh(room);
      lent.shift();
      return oldest.bytes.length < room ? fresh(room) : oldest.bytes;
    },
    /** It holds something of the file now, the last byte before `upTo`. */
    lend(bytes: Buffer, upTo: number): void {
      lent.push({ bytes, upTo });
    },
  };
};
