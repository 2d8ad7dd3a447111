import { describe } from "vitest";
import { bulkMoments, describeBulkKills } from "../../faults/describe-bulk-kills.ts";
import { describeKills } from "../../faults/describe-kills.ts";
import { describePrivacyKills } from "../../faults/describe-privacy-kills.ts";
import { describeSpilledKills } from "../../faults/describe-spilled-kills.ts";
import type { StartMortal } from "../../faults/mortal.ts";
import { enginesOfFile } from "../engines-of-file.ts";
import { startOverEngines } from "./over-engines.ts";

const { missing, engines } = await enginesOfFile();
const start: StartMortal = (given) => startOverEngines(engines())(given);

describe.skipIf(missing)("over external engines, with two of each process", () => {
  // Every moment of an export. An export has three attempts: at most two exporters die of it.
  describeKills(
    [
      ["web:export:before-append", "relay:before-publish@3", "export:after-start", "export:after-rows-before-file"],
      [
        "web:export:after-append-before-answer",
        "relay:after-publish-before-checkpoint@3",
        "export:after-page@5",
        "export:after-file-before-finished",
      ],
      ["projection:exports:before-rows@2", "export:mid-file@3", "export:after-finished-before-complete"],
      ["projection:exports:after-rows-before-checkpoint@2", "export:after-people-before-rows"],
      ["projection:exports-1of4:before-complete", "projection:exports-3of4:after-complete"],
      ["export:bulk-begun-before-kept", "export:bulk-kept"],
      ["export:bulk-ready"],
    ].map((moments) => moments.join(",")),
    start,
  );
  describeBulkKills(
    bulkMoments.map((when) => ["the worker", when] as const),
    start,
  );
  describeSpilledKills(["export:mid-file@30,export:sorted", "export:mid-rows@20"], start);
  describePrivacyKills(start);
});
