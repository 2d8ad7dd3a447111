import { closeSync, fsyncSync, openSync } from "node:fs";

/** Makes names in a folder durable: a rename survives a power cut only then. Windows has no such thing and needs none. */
export const syncFolder = (folder: string): void => {
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
};
