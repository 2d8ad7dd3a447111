import { formatReason } from "../ports/retries.ts";
import type { Mongo } from "./client.ts";

/**
 * Runs follow-up work, whose failure is only logged: a kill might leave it undone as well, and the decision stands.
 * `sayWhy` words the failure for operators.
 */
export const createBestEffort =
  ({ log, server }: Pick<Mongo, "log" | "server">, sayWhy: (reason: string) => string) =>
  async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      log?.warn({ store: server, err: error }, sayWhy(formatReason(error)));
    }
  };
