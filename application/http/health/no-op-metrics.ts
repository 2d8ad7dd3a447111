import type { Metrics } from "./metrics.ts";

/** For processes without metrics; saves loading the library. */
export const noOpMetrics: Pick<Metrics, "observe" | "clockJumped"> = {
  observe: (_request, _response, next) => next(),
  clockJumped: () => undefined,
};
