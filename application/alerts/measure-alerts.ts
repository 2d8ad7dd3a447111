import { Gauge, type Registry } from "prom-client";
import type { ConsoleAlert, ConsoleAlerts } from "#domain/wire/support/console-alerts.ts";
import type { Log } from "#infra/ports/log.ts";
import { type AlertDeps, readAlerts } from "./read-alerts.ts";

/**
 * Alerts as metrics: count, and age of the oldest. Both gauges share a read per scrape. If it fails they are absent,
 * which an alert can detect.
 */
export const measureAlerts = (registry: Registry, deps: AlertDeps, log: Log): void => {
  let reading: Promise<ConsoleAlerts> | undefined;
  const read = (): Promise<ConsoleAlerts> => {
    reading ??= readAlerts(deps).finally(() => {
      reading = undefined;
    });
    return reading;
  };
  const gauge = (name: string, help: string, figureOf: (alert: ConsoleAlert, checkedAt: string) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ["sign"],
      registers: [registry],
      async collect() {
        this.reset();
        try {
          const { lookedAt: checkedAt, signs: alerts } = await read();
          for (const alert of alerts) this.set({ sign: alert.id }, figureOf(alert, checkedAt));
        } catch (err) {
          log.warn({ err }, "Alerts could not be counted.");
        }
      },
    });
  gauge("trouble_signs", "Things that need a person, by the sign that they show", ({ count }) => count);
  gauge(
    "trouble_oldest_seconds",
    "For how long the oldest of the things that show a sign has shown it, as far as is known; 0 where none does",
    ({ since }, checkedAt) => (since === null ? 0 : Math.max(0, (Date.parse(checkedAt) - Date.parse(since)) / 1_000)),
  );
};
