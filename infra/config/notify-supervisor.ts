import { flushCompileCache } from "node:module";

/** Sends the supervisor a message. If it has just died, the message is lost, and 'disconnect' follows. */
export const notifySupervisor = (message: Readonly<Record<string, unknown>> & { kind: string }): void => {
  if (process.connected) process.send?.(message, undefined, {}, () => {});
};

/** Tells the supervisor that the process is ready. Also saves Node's compile cache for the next one that starts. */
export const notifyReady = (): void => {
  notifySupervisor({ kind: "ready" });
  flushCompileCache();
};
