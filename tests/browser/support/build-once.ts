import { rm } from "node:fs/promises";
import { buildApp, builtFolder } from "./built-app.ts";

/** Before the second tier: the front end is built once for all its files of tests, and removed after them. */
export const setup = async (): Promise<() => Promise<void>> => {
  const folder = await buildApp();
  process.env[builtFolder] = folder;
  return () => rm(folder, { recursive: true, force: true });
};
