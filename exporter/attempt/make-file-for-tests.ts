import type { ExportStatus } from "#domain/enumerations.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import type { ExporterDeps } from "../deps.ts";
import { type MadeFile, makeFile } from "./make-file.ts";

/** Makes the file of an input. `told`: the reported status, step and maximum step, in order. */
export const makeFileForTests = async (
  {
    platform,
    fileStore,
    scratch,
    spillAfterBytes,
  }: Pick<ExporterDeps, "platform" | "fileStore" | "scratch" | "spillAfterBytes">,
  input: FrozenInput,
  expectedOrders: number,
): Promise<{ file: MadeFile; told: [status: ExportStatus, step: number, maxStep: number][] }> => {
  const told: [ExportStatus, number, number][] = [];
  const nothing = () => undefined;
  const file = await makeFile({
    platform,
    input,
    part: await fileStore.createPart("p"),
    people: { record: nothing, flush: async () => undefined },
    statuses: async () => new Map(),
    progress: { report: (...one) => void told.push(one), end: async () => undefined },
    expectedOrders,
    bytesAtMost: 1e9,
    spilling: { spool: scratch.open("p"), spillAfterBytes, bytesAtMost: 2e9 },
    signal: new AbortController().signal,
  });
  return { file, told };
};
