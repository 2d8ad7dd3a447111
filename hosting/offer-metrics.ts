import type { Registry } from "prom-client";
import { notifySupervisor } from "#infra/config/notify-supervisor.ts";

/** Sends metrics on the request of the supervisor, which serves those of all at METRICS_PORT. */
export const offerMetrics = (registry: Pick<Registry, "metrics">): void => {
  process.on("message", (message) => {
    if ((message as { kind?: unknown }).kind !== "metrics") return;
    registry.metrics().then(
      (text) => notifySupervisor({ kind: "metrics", text }),
      (error: unknown) => notifySupervisor({ kind: "metrics", text: `# ${String(error).replaceAll("\n", " ")}` }),
    );
  });
};
