import { flushCompileCache } from "node:module";

/** Sends a message to the supervisor. It is lost if the supervisor has just died; 'disconnect' follows. */
export const notifySupervisor = (message: Readonly<Record<string, unknown>> & { kind: string }): void => {
  if (process.connected) process.send?.(message, undefined, {}, () => {});
};

/** Reports that the process is ready, and saves Node's compile cache for the next one. */
export const notifyReady = (): void => {
  notifySupervisor({ kind: "ready" });
  flushCompileCache();
};
