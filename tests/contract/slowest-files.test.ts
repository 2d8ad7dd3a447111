import { expect, test } from "vitest";
import { describeTimings } from "../support/slowest-files.ts";

test("a tier ends with its total and its ten slowest files, slowest first", () => {
  const files = Array.from({ length: 12 }, (_, index) => ({
    file: `tests/file-${index}.test.ts`,
    tests: 2,
    ms: index * 100,
  }));

  const lines = describeTimings({ name: "quick", files, from: 1_000, to: 5_250 });

  expect(lines[0]).toBe("quick: 24 tests in 12 files took 4.3 s (6.6 s of work). Slowest files:");
  expect(lines.slice(1)).toHaveLength(10);
  expect(lines[1]).toBe("    1.1 s  tests/file-11.test.ts");
  expect(lines.at(-1)).toBe("    0.2 s  tests/file-2.test.ts");
});
