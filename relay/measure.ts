import { Counter, Gauge, type Registry } from "prom-client";
import type { LagMeter } from "./lag-meter.ts";

export type Measured = { isActive: () => boolean; lag: Pick<LagMeter, "seconds"> };

/** Measures the relay; the caller counts `published` and `failed`. */
export const measureRelay = (registry: Registry, { isActive, lag }: Measured) => {
  new Gauge({
    name: "relay_active",
    help: "1 while this process publishes, 0 while it waits for another one's place",
    registers: [registry],
    collect() {
      this.set(isActive() ? 1 : 0);
    },
  });
  new Gauge({
    name: "relay_lag_seconds",
    help: "For how long the event store has had an event that is not on the bus, whoever publishes",
    registers: [registry],
    collect() {
      this.set(lag.seconds());
    },
  });
  const published = new Counter({
    name: "relay_events_published_total",
    help: "Events that this process published and that the bus confirmed",
    registers: [registry],
  });
  const failed = new Counter({
    name: "relay_failures_total",
    help: "Tries of this process to publish, or to write how far it is, that failed and were repeated",
    registers: [registry],
  });
  return { published: (count: number) => published.inc(count), failed: () => failed.inc() };
};
