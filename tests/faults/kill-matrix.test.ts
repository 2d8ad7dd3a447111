import { describeKills } from "./describe-kills.ts";

describeKills([
  // Each named moment of an export, at which the process that passes it is killed.
  "export:bulk-begun-before-kept",
  "export:bulk-kept",
  "export:bulk-ready",
  "export:after-start",
  "export:after-page@5",
  "export:mid-file@3",
  "export:after-people-before-rows",
  "export:after-rows-before-file",
  "export:after-file-before-finished",
  "export:after-finished-before-complete",
  "projection:exports:before-rows@2",
  "projection:exports:after-rows-before-checkpoint@2",
  "web:export:before-append",
  "web:export:after-append-before-answer",
  // All processes end: once in each of them, and once more where the exporter holds a bulk operation. The rest is in kill-matrix.long.test.ts.
  "export:bulk-kept^",
  "export:mid-file@3^",
  "projection:exports:after-rows-before-checkpoint@2^",
  "web:export:after-append-before-answer^",
]);
