import { describeKills } from "./describe-kills.ts";

// Each named moment of an export, at which the process that passes it is killed. Several share an export where they
// are of different processes, or where the exporter's three attempts allow it, as each case starts the whole product.
describeKills([
  "export:bulk-begun-before-kept",
  "export:bulk-kept,export:bulk-ready",
  "web:export:before-append,export:after-start,projection:exports:before-rows@2",
  "web:export:after-append-before-answer,export:after-page@5,projection:exports:after-rows-before-checkpoint@2",
  "export:mid-file@3,export:after-rows-before-file",
  "export:after-people-before-rows,export:after-file-before-finished",
  "export:after-finished-before-complete",
  // All processes end: once in each of them, and once more where the exporter holds a bulk operation. The rest is in
  // kill-matrix.long.test.ts.
  "export:bulk-kept^",
  "web:export:after-append-before-answer^,export:mid-file@3^",
  "projection:exports:after-rows-before-checkpoint@2^",
]);
