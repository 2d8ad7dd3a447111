import type { Registry } from "prom-client";
import { tellSupervisor } from "#infra/config/tell-supervisor.ts";

/**
 * Answers the supervisor's requests for this process's metrics. The supervisor serves those of all processes at
 * METRICS_PORT.
 */
export const offerMetrics = (registry: Pick<Registry, "metrics">): void => {
  process.on("message", (message) => {
    if ((message as { kind?: unknown }).kind !== "metrics") return;
    registry.metrics().then(
      (text) => tellSupervisor({ kind: "metrics", text }),
      (error: unknown) => tellSupervisor({ kind: "metrics", text: `# ${String(error).replaceAll("\n", " ")}` }),
    );
  });
};
