import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type TempFolder = { path: string; remove(): Promise<void> };

export const createTempFolder = async (): Promise<TempFolder> => {
  const path = await mkdtemp(join(tmpdir(), "sheaf-contract-"));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
};
