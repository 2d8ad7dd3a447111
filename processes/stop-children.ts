import type { Child } from "./child.ts";
import { writesReadModels } from "./processes.ts";

type Stoppable = Pick<Child, "name" | "stopTimeoutMs" | "stop">;

/** Time until SIGKILL, ms. */
export const killTimeout = 4_000;

/**
 * Ends all processes, and resolves when they are gone. Projections end after web, which saves for `drainMs` more: its
 * pages read what they project.
 */
export const stopChildren = async (
  children: readonly Stoppable[],
  { signal, drainMs }: { signal: "SIGTERM" | "SIGINT"; drainMs: number },
): Promise<void> => {
  const stop = (child: Stoppable) => child.stop((child.stopTimeoutMs ?? killTimeout) + drainMs, signal);
  const web = children.filter(({ name }) => name === "web").map(stop);
  const others = children.filter((child) => child.name !== "web" && !writesReadModels(child)).map(stop);
  await Promise.all(web);
  await Promise.all([...others, ...children.filter(writesReadModels).map(stop)]);
};
