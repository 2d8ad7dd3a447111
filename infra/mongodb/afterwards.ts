import { reasonOf } from "../ports/tries.ts";
import type { Mongo } from "./client.ts";

/**
 * Does what comes after something was decided, and what a kill might leave undone as well: that it failed takes nothing back. `sayWhy` tells an
 * operator so.
 */
export const createAfterwards =
  ({ log, server }: Pick<Mongo, "log" | "server">, sayWhy: (reason: string) => string) =>
  async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      log?.warn({ store: server, err: error }, sayWhy(reasonOf(error)));
    }
  };
