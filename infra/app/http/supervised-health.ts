import { z } from "zod";
import type { Health } from "./create-web-app.ts";

const Message = z.object({ kind: z.literal("health"), ok: z.boolean(), reasons: z.array(z.string()) });

/**
 * What `/healthz` says. A child of the supervisor knows of the whole system what it is told; alone, a process that answers is healthy.
 */
export const supervisedHealth = (process: NodeJS.EventEmitter & { connected?: boolean }): (() => Health) => {
  let health: Health = process.connected
    ? { ok: false, reasons: ["the system is starting"] }
    : { ok: true, reasons: [] };
  process.on("message", (message: unknown) => {
    const told = Message.safeParse(message);
    if (told.success) health = { ok: told.data.ok, reasons: told.data.reasons };
  });
  return () => health;
};
