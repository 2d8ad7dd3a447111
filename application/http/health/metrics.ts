import type { RequestHandler } from "express";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

export type Metrics = {
  registry: Registry;
  observe: RequestHandler;
  clockJumped(jump: { direction: "forward" | "back" }): void;
};

/** `processMetrics` adds memory, CPU and event loop lag. */
export const createMetrics = (options: { processMetrics: boolean }): Metrics => {
  const registry = new Registry();
  if (options.processMetrics) collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from the request's head to the end of the answer, by route template",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const inFlight = new Gauge({
    name: "http_requests_in_flight",
    help: "Requests that are being answered",
    registers: [registry],
  });
  const aborted = new Counter({
    name: "http_requests_aborted_total",
    help: "Requests whose client went away before the answer was complete",
    registers: [registry],
  });
  const jumps = new Counter({
    name: "clock_jumps_total",
    help: "Times that the machine's clock was set by over 2 s while the process ran",
    labelNames: ["direction"],
    registers: [registry],
  });
  // A counter that begins at 1 shows no increase, and so raises no alert.
  for (const direction of ["forward", "back"] as const) jumps.inc({ direction }, 0);
  return {
    registry,
    clockJumped: ({ direction }) => jumps.inc({ direction }),
    observe: (request, response, next) => {
      const end = durations.startTimer();
      inFlight.inc();
      response.once("close", () => {
        inFlight.dec();
        // A stream's duration means nothing.
        if (response.locals.streams === true) return;
        if (!response.writableFinished) aborted.inc();
        // Known templates only: URLs are unbounded and may hold secrets.
        end({ method: request.method, route: response.locals.route ?? "other", status: response.statusCode });
      });
      next();
    },
  };
};
