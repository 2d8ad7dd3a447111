import { fileURLToPath } from "node:url";

/**
 * Node's compile cache: a process starts sooner and saves 20 MiB, as it never loads the type stripper. It lies beside
 * the packages: anybody who may write there could change the code itself.
 */
export const codeCache = {
  NODE_COMPILE_CACHE:
    process.env.NODE_COMPILE_CACHE ?? fileURLToPath(new URL("../node_modules/.cache/sheaf", import.meta.url)),
} as const;
