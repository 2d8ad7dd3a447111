import { describeBulkKills } from "./describe-bulk-kills.ts";

// The cases that bulk-kills.test.ts leaves out.
describeBulkKills([
  ["everything", "fetches it"],
  ["everything", "writes what it has read of it"],
  ["everything", "has its file and has told nobody"],
  ["everything", "has told of its file"],
]);
