import { describeKills } from "./describe-kills.ts";

// The cases that kill-matrix.test.ts leaves out: every process is killed at the other moments.
describeKills([
  "export:bulk-begun-before-kept^",
  "export:bulk-ready^",
  "export:after-start^",
  "export:after-page@5^",
  "export:after-people-before-rows^",
  "export:after-rows-before-file^",
  "export:after-file-before-finished^",
  "export:after-finished-before-complete^",
  "projection:exports:before-rows@2^",
  "web:export:before-append^",
]);
