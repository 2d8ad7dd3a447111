import { codeCache } from "#infra/start/code-cache.ts";

/** What every process of Sheaf gets that a test starts by itself: it need not compile again what one before it has, as under the supervisor. */
export const childEnvironment = { PATH: process.env.PATH, ...codeCache };
