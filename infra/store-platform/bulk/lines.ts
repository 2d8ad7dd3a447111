import type { WorkFile } from "../../ports/work-files.ts";
import { unreadableFile } from "./unreadable.ts";

const chunkBytes = 262_144;
/** Far more than any order has; what is longer is no line. */
const mostLineBytes = 64 * 1024 * 1024;
const lineEnd = 10;

/**
 * The lines of a file, as many at a time as one read gives, without their ends. Divided at byte 10 alone: the separators that text may hold
 * (U+2028) are none here, and no character is ever cut. @throws {PlatformError} unexpected-answer: a line without an end
 */
export async function* readLines(file: WorkFile, signal: AbortSignal): AsyncGenerator<Buffer[]> {
  /** Of a line that goes on behind what was read. */
  let begun: Buffer[] = [];
  let begunBytes = 0;
  for (let from = 0; ; ) {
    signal.throwIfAborted();
    const chunk = Buffer.allocUnsafe(chunkBytes);
    const bytes = await file.read(chunk, from);
    if (bytes === 0) break;
    from += bytes;
    const lines: Buffer[] = [];
    let start = 0;
    for (let end = chunk.indexOf(lineEnd); end >= 0 && end < bytes; end = chunk.indexOf(lineEnd, start)) {
      const piece = chunk.subarray(start, end);
      lines.push(begun.length === 0 ? piece : Buffer.concat([...begun, piece]));
      begun = [];
      begunBytes = 0;
      start = end + 1;
    }
    if (start < bytes) {
      begun.push(chunk.subarray(start, bytes));
      begunBytes += bytes - start;
    }
    if (begunBytes > mostLineBytes) throw unreadableFile("a line has no end");
    if (lines.length > 0) yield lines.filter((line) => line.length > 0);
  }
  if (begun.length > 0) yield [Buffer.concat(begun)];
}
