import { rmSync, writeFileSync } from "node:fs";
import type { Reporter } from "vitest/node";

/** More failures than this come from a fault, not from a busy machine. */
const mostFiles = 3;

type FailedFile = { project: string; file: string };

/**
 * The arguments that make vitest run these files once more. Undefined if a second run could hide a fault: several files
 * failed, or an error belongs to no file.
 */
export const listForSecondRun = (failed: FailedFile[], unhandledErrors: number): string[] | undefined =>
  failed.length === 0 || failed.length > mostFiles || unhandledErrors > 0
    ? undefined
    : [...new Set(failed.map(({ project }) => `--project=${project}`)), ...failed.map(({ file }) => file)];

/** Writes the failed files to `path`, an argument per line, so that `.ci/run` can run them once more by themselves. */
export const createFailedFiles = (path: string): Reporter => ({
  onInit: () => rmSync(path, { force: true }),
  onTestRunEnd: (modules, unhandledErrors) => {
    const failed = modules
      .filter((module) => !module.ok())
      .map((module) => ({ project: module.project.name, file: module.relativeModuleId }));
    const list = listForSecondRun(failed, unhandledErrors.length);
    if (list !== undefined) writeFileSync(path, list.map((argument) => `${argument}\n`).join(""));
  },
});
