import { closeSync, fsyncSync, openSync } from "node:fs";

/** Flushes a folder: only then does a rename survive a power cut. Windows has no equivalent and needs none. */
export const syncFolder = (folder: string): void => {
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
};
