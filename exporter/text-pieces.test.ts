import { expect, it } from "vitest";
import { createTextPieces } from "./text-pieces.ts";

it("a sink that is done with a piece at the next one gets each of them whole, whatever the letters and lengths", async () => {
  const rows = Array.from({ length: 400 }, (_, n) => `${n} ${"Αθήνα 😀 x".repeat((n * 37) % 300)}\n`);
  let before: { bytes: Uint8Array; copy: Buffer } | undefined;
  const taken: Buffer[] = [];
  const pieces = createTextPieces(
    async (bytes) => {
      // As one that packs the piece before on another thread until now.
      if (before) expect(Buffer.from(before.bytes).equals(before.copy)).toBe(true);
      before = { bytes, copy: Buffer.from(bytes) };
      taken.push(before.copy);
    },
    { pieceSize: 20_000, takesTurns: true },
  );
  for (const row of rows) {
    pieces.add(row);
    if (pieces.isFull()) await pieces.flush();
  }
  await pieces.flush();
  expect(taken.length).toBeGreaterThan(5);
  expect(Buffer.concat(taken).toString("utf8")).toBe(rows.join(""));
});
