import { Counter, Gauge, type Registry } from "prom-client";
import type { createStatusReport } from "./report-status.ts";

/** Metrics of a process's read models, or of its share of their parts. */
export const measureProjections = (registry: Registry, status: ReturnType<typeof createStatusReport>): void => {
  const eventsByProjection = new Map<string, number>();
  new Gauge({
    name: "projections_held",
    help: "Read models, or parts of them, that this process writes or waits to write",
    registers: [registry],
    collect() {
      this.set(status.held().size);
    },
  });
  new Gauge({
    name: "projection_parked",
    help: "Documents that wait for somebody, as an event could not be projected to them",
    labelNames: ["projection"],
    registers: [registry],
    collect() {
      this.reset();
      for (const [projection, { parked }] of status.held()) this.set({ projection }, parked);
    },
  });
  new Counter({
    name: "projection_events_total",
    help: "Events that this process has passed or projected, by read model",
    labelNames: ["projection"],
    registers: [registry],
    collect() {
      for (const [projection, { events }] of status.held()) {
        const before = eventsByProjection.get(projection) ?? 0;
        // The count restarts with each claim.
        this.inc({ projection }, events >= before ? events - before : events);
        eventsByProjection.set(projection, events);
      }
    },
  });
};
