import { expect, it } from "vitest";
import { createTextChunker } from "./text-chunker.ts";

it.each([1, 3])(
  "a sink that holds a chunk until it has %i more gets every chunk intact, whatever the text",
  async (heldAtMost) => {
    const rows = Array.from({ length: 400 }, (_, n) => `${n} ${"Αθήνα 😀 x".repeat((n * 37) % 300)}\n`);
    const held: { bytes: Uint8Array; copy: Buffer }[] = [];
    const taken: Buffer[] = [];
    const pieces = createTextChunker(
      async (bytes) => {
        // Like a sink that still compresses earlier chunks on other threads.
        for (const before of held) expect(Buffer.from(before.bytes).equals(before.copy)).toBe(true);
        const copy = Buffer.from(bytes);
        held.push({ bytes, copy });
        if (held.length > heldAtMost) held.shift();
        taken.push(copy);
      },
      { pieceSize: 20_000, heldAtMost },
    );
    for (const row of rows) {
      pieces.add(row);
      if (pieces.isFull()) await pieces.flush();
    }
    await pieces.flush();
    expect(taken.length).toBeGreaterThan(5);
    expect(Buffer.concat(taken).toString("utf8")).toBe(rows.join(""));
  },
);
