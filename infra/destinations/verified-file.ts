import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { FileDamaged, type FinishedFile } from "../ports/destination.ts";

/** Bytes of a file, verified while they are sent. */
export type VerifiedBytes = {
  readonly stream: Readable;
  sent(): number;
  /** Error on our side, not the receiver's. */
  trouble(): { error: unknown } | undefined;
};

/**
 * The stream ends only if the file is complete and unchanged. The last chunk waits until size and hash are verified, so
 * a receiver never takes a damaged file for a complete one.
 * @throws errors of `open`
 */
export const openVerified = async (file: FinishedFile): Promise<VerifiedBytes> => {
  const source = await file.open();
  let sent = 0;
  let trouble: { error: unknown } | undefined;
  const ours = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      trouble = { error };
      throw error;
    }
  };
  async function* checked() {
    const hash = createHash("sha256");
    const pieces: AsyncIterator<Buffer> = source[Symbol.asyncIterator]();
    let read = 0;
    let held: Buffer | undefined;
    const nextPiece = async (): Promise<Buffer | undefined> => {
      const { done, value } = await pieces.next();
      if (!done) return value;
      if (read !== file.bytes || hash.digest("hex") !== file.sha256)
        throw new FileDamaged(
          "The file isn't what was published, so nothing was delivered. Use 'Send again' to make a new one.",
        );
      return undefined;
    };
    try {
      for (;;) {
        const piece = await ours(nextPiece);
        if (held !== undefined) {
          sent += held.byteLength;
          yield held;
        }
        if (piece === undefined) return;
        hash.update(piece);
        read += piece.byteLength;
        held = piece;
      }
    } finally {
      source.destroy();
    }
  }
  return { stream: Readable.from(checked(), { objectMode: false }), sent: () => sent, trouble: () => trouble };
};
