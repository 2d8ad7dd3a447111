import { z } from "zod";
import { onBeat } from "#infra/ports/beat.ts";
import { createSilence } from "../../events/silence.ts";
import type { Health } from "../create-web-app.ts";

const Message = z.object({
  kind: z.literal("health"),
  ok: z.boolean(),
  reasons: z.array(z.string()),
  notes: z.array(z.string()).default([]),
});

/** The supervisor reports every 2 s. Its last report is valid this long, ms. */
const believedFor = 10_000;

/** Killing it is safe: its children end with it, and every process survives a kill. */
const hung = (pid: number, ms: number): string =>
  `The supervisor (process ${pid}) has not been heard from for ${Math.floor(ms / 1_000)} s: what ends is not started again, and nobody watches the files. If somebody stopped it, let it continue ('kill -CONT ${pid}'). Otherwise kill it ('kill -KILL ${pid}'), which ends all of Sheaf, and start Sheaf again.`;

/**
 * Health for `/healthz`. A child of the supervisor repeats its last report, and says when reports stop. A standalone
 * process that answers is healthy.
 */
export const supervisedHealth = (
  process: NodeJS.EventEmitter & { connected?: boolean; ppid: number },
  steady?: () => number,
): (() => Health) => {
  if (!process.connected) return () => ({ ok: true, reasons: [] });
  let health: Health = { ok: false, reasons: ["the system is starting"] };
  const silence = createSilence(steady);
  process.on("message", (message: unknown) => {
    const told = Message.safeParse(message);
    if (!told.success) return;
    silence.heard();
    const { ok, reasons, notes } = told.data;
    health = { ok, reasons, notes };
  });
  onBeat(silence.look);
  return () => {
    const quiet = silence.look();
    return quiet < believedFor
      ? health
      : { ...health, ok: false, reasons: [hung(process.ppid, quiet), ...(health.ok ? [] : health.reasons)] };
  };
};
