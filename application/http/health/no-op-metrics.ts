import type { Metrics } from "./metrics.ts";

/** Metrics for processes without any; saves loading the library. */
export const noOpMetrics: Pick<Metrics, "observe" | "clockJumped"> = {
  observe: (_request, _response, next) => next(),
  clockJumped: () => undefined,
};
