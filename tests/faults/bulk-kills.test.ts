import { bulkMoments, describeBulkKills } from "./describe-bulk-kills.ts";

describeBulkKills([
  ...bulkMoments.map((when) => ["the worker", when] as const),
  // Once before the platform has answered and once after; the rest is in bulk-kills.long.test.ts.
  ["everything", "waits for it"],
  ["everything", "sorts it"],
]);
