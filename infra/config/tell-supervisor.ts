import { flushCompileCache } from "node:module";

/** Tells the supervisor something, where there is one. One that has just died cannot be told; 'disconnect' follows. */
export const tellSupervisor = (message: Readonly<Record<string, unknown>> & { kind: string }): void => {
  if (process.connected) process.send?.(message, undefined, {}, () => {});
};

/** Tells the supervisor that this process does its work from now on, and keeps what Node made of its code for the next one that starts. */
export const tellReady = (): void => {
  tellSupervisor({ kind: "ready" });
  flushCompileCache();
};
