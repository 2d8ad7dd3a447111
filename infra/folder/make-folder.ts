import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/**
 * Makes a folder and those above it where they are absent. Node's own way never ends where the system says that what is to be made does
 * not exist, as below `/proc`.
 * @throws what the system says
 */
export const makeFolder = (folder: string): void => {
  if (isFolder(folder)) return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have been first.
    if (!isFolder(folder)) throw error;
  }
};
