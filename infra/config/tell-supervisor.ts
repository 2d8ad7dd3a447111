import { flushCompileCache } from "node:module";

/** Sends the supervisor a message, if there is one. If it has just died the message is lost; 'disconnect' follows. */
export const tellSupervisor = (message: Readonly<Record<string, unknown>> & { kind: string }): void => {
  if (process.connected) process.send?.(message, undefined, {}, () => {});
};

/**
 * Tells the supervisor that this process is at work now, and saves Node's compile cache for the next one that starts.
 */
export const tellReady = (): void => {
  tellSupervisor({ kind: "ready" });
  flushCompileCache();
};
