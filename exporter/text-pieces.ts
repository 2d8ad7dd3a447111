import type { ByteSink } from "./writer.ts";

/** Characters that are gathered before they are handed on. */
const pieceSize = 64 * 1024;

/** Gathers text into pieces of UTF-8. */
export type TextPieces = {
  add(text: string): void;
  isFull(): boolean;
  /** Hands on what was gathered. */
  flush(): Promise<void>;
};

export const createTextPieces = (sink: ByteSink): TextPieces => {
  let pending = "";
  return {
    add(text) {
      pending += text;
    },
    isFull: () => pending.length >= pieceSize,
    async flush() {
      if (pending === "") return;
      const bytes = Buffer.from(pending, "utf8");
      pending = "";
      await sink(bytes);
    },
  };
};
