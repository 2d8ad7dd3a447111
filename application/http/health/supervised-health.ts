import { z } from "zod";
import { onTick } from "#infra/ports/tick.ts";
import { createHeartbeatMonitor } from "../../events/heartbeat-monitor.ts";
import type { Health } from "../create-web-app.ts";

const Message = z.object({
  kind: z.literal("health"),
  ok: z.boolean(),
  reasons: z.array(z.string()),
  notes: z.array(z.string()).default([]),
});

/** Age after which a report no longer counts, ms. The supervisor reports every 2 s. */
const reportValidity = 10_000;

/** A kill is safe: the children end too, and every process survives it. */
const hungMessage = (pid: number, ms: number): string =>
  `The supervisor (process ${pid}) has not been heard from for ${Math.floor(ms / 1_000)} s: what ends is not started again, and nobody watches the files. If somebody stopped it, let it continue ('kill -CONT ${pid}'). Otherwise kill it ('kill -KILL ${pid}'), which ends all of Sheaf, and start Sheaf again.`;

/**
 * Health for `/healthz`. A child of the supervisor repeats its last report, and tells when reports stop. A standalone
 * process that responds is healthy.
 */
export const supervisedHealth = (
  process: NodeJS.EventEmitter & { connected?: boolean; ppid: number },
  steady?: () => number,
): (() => Health) => {
  if (!process.connected) return () => ({ ok: true, reasons: [] });
  let health: Health = { ok: false, reasons: ["the system is starting"] };
  const heartbeats = createHeartbeatMonitor(steady);
  process.on("message", (message: unknown) => {
    const parsed = Message.safeParse(message);
    if (!parsed.success) return;
    heartbeats.beat();
    const { ok, reasons, notes } = parsed.data;
    health = { ok, reasons, notes };
  });
  onTick(heartbeats.measureSilence);
  return () => {
    const silentFor = heartbeats.measureSilence();
    return silentFor < reportValidity
      ? health
      : { ...health, ok: false, reasons: [hungMessage(process.ppid, silentFor), ...(health.ok ? [] : health.reasons)] };
  };
};
