import { describe, expect, it } from "vitest";
import { listForSecondRun } from "./failed-files.ts";

const inProject = (project: string, ...files: string[]) => files.map((file) => ({ project, file }));

describe("given failed files, when they are listed for a second run", () => {
  it("then each file and each project is an argument", () => {
    const failed = [...inProject("browser", "a.test.ts", "b.test.ts"), ...inProject("ci", "c.test.ts")];
    expect(listForSecondRun(failed, 0)).toEqual([
      "--project=browser",
      "--project=ci",
      "a.test.ts",
      "b.test.ts",
      "c.test.ts",
    ]);
  });

  it("then there is none if many failed, none failed, or an error belongs to no file", () => {
    expect(listForSecondRun(inProject("ci", "a", "b", "c", "d"), 0)).toBeUndefined();
    expect(listForSecondRun([], 0)).toBeUndefined();
    expect(listForSecondRun(inProject("ci", "a"), 1)).toBeUndefined();
  });
});
