import { codeCache } from "#processes/code-cache.ts";

/**
 * Environment of every Sheaf process that a test starts. It reuses compiled code, as under the supervisor. It starts no
 * support console except in tests of the console, which has its own port.
 */
export const childEnvironment = { PATH: process.env.PATH, SUPPORT_CONSOLE: "false", ...codeCache };
