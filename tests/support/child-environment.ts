import { codeCache } from "#processes/code-cache.ts";

/**
 * What every process of Sheaf gets that a test starts by itself: it need not compile again what one before it has, as under the supervisor. It
 * starts no support console, but where the test is about that: it has a port of its own.
 */
export const childEnvironment = { PATH: process.env.PATH, SUPPORT_CONSOLE: "false", ...codeCache };
