import type { Registry } from "prom-client";
import { notifySupervisor } from "#infra/config/notify-supervisor.ts";

/**
 * Answers the supervisor's requests for this process's metrics. The supervisor serves those of all processes at
 * METRICS_PORT.
 */
export const offerMetrics = (registry: Pick<Registry, "metrics">): void => {
  process.on("message", (message) => {
    if ((message as { kind?: unknown }).kind !== "metrics") return;
    registry.metrics().then(
      (text) => notifySupervisor({ kind: "metrics", text }),
      (error: unknown) => notifySupervisor({ kind: "metrics", text: `# ${String(error).replaceAll("\n", " ")}` }),
    );
  });
};
