import { expect, it } from "vitest";
import { FileType } from "#domain/enumerations.ts";
import { exporterStart } from "#processes/processes.ts";
import { measureWriter } from "#tests/bench/writers-measure.ts";

const formats = Object.keys(FileType).map((name) => name.toLowerCase());

/** Each run is its own process. */
it.each(formats)("writing ten times the rows takes no more memory as %s", async (format) => {
  const few = await measureWriter(format, 20_000, exporterStart);
  const many = await measureWriter(format, 200_000, exporterStart);
  expect(many.bytes).toBeGreaterThan(few.bytes * 9);
  // Uncollected garbage differs between runs. Memory kept per row would be hundreds of MiB.
  expect(many.peakMiB).toBeLessThan(few.peakMiB * 1.25 + 40);
});
