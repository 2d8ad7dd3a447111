import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/** Runs work while every plain read of a file ends with EIO. SQLite's reads are not affected. */
export const whileReadsFail = async <T>(work: () => T | Promise<T>): Promise<T> => {
  const { readSync } = fs;
  fs.readSync = () => {
    throw Object.assign(new Error("EIO: i/o error, read"), { code: "EIO", syscall: "read" });
  };
  syncBuiltinESMExports();
  try {
    return await work();
  } finally {
    fs.readSync = readSync;
    syncBuiltinESMExports();
  }
};
