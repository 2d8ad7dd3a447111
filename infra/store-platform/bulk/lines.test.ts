import { expect, it } from "vitest";
import type { WorkFile } from "../../ports/stores/work-files.ts";
import { type Line, readLines } from "./lines.ts";

/** 4 MB of lines of 10 to 900 bytes. */
const texts = Array.from({ length: 9_000 }, (_, at) => `${at} ${"x".repeat((at * 7_919) % 890)}`);
const content = Buffer.from(texts.map((text) => `${text}\n`).join(""));
const file: Pick<WorkFile, "read"> = {
  read: async (into, from) => content.copy(into, 0, from, from + into.byteLength),
};
const { signal } = new AbortController();
const textOf = ({ bytes, start, end }: Line): string => bytes.toString("utf8", start, end);

it.each([0, 100_000, 600_000, Number.POSITIVE_INFINITY])(
  "lines stay valid for %d bytes, after which their memory is reused",
  async (good) => {
    const given: { line: Line; at: number; text: string }[] = [];
    const memory = new Set<ArrayBufferLike>();
    let reached = Number.NEGATIVE_INFINITY;
    let [checked, batches] = [0, 0];
    for await (const { at, lines } of readLines(file as WorkFile, signal, { good })) {
      for (const one of given) {
        if (one.at < reached - good) continue;
        if (textOf(one.line) !== one.text) throw new Error(`The line at ${one.at} was overwritten at ${at}.`);
        checked += 1;
      }
      for (const line of lines) given.push({ line, at: at + line.start, text: textOf(line) });
      reached = given.at(-1)?.at ?? 0;
      batches += 1;
      memory.add(lines[0]?.bytes.buffer ?? new ArrayBuffer());
    }
    expect(given.map(({ text }) => text)).toEqual(texts);
    expect(checked).toBeGreaterThan(0);
    if (good === Number.POSITIVE_INFINITY) expect(memory.size).toBe(batches);
    else expect(memory.size).toBeLessThan(batches / 2);
  },
);
