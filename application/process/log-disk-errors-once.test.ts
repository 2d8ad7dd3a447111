import { pino } from "pino";
import { expect, it } from "vitest";
import { StoreBusy, StoreFull, StoreUnwritable } from "#infra/ports/store-errors.ts";
import { logDiskErrorsOnce } from "./log-disk-errors-once.ts";

it("logs a disk error once, and again if it recurs after clearing", () => {
  const lines: string[] = [];
  let steady = 0;
  const write = (text: string) => void lines.push(String(JSON.parse(text).msg));
  const log = pino({ hooks: logDiskErrorsOnce(() => steady) }, { write });
  const full = () => new StoreFull("/data/state.db");
  for (let n = 0; n < 100; n += 1) {
    log.warn({ err: full() }, "The work queue was not available for a moment.");
    log.error({ fault: "bus", error: full() }, "An event could not be heard.");
    steady += 1_000;
  }
  log.warn({ err: new StoreBusy("busy") }, "Something else.");
  log.warn({ err: new StoreUnwritable("/data/files/parts", "EROFS") }, "Elsewhere.");
  steady += 60_000;
  log.warn({ err: full() }, "The work queue was not available for a moment.");
  const said =
    "The disk for /data/state.db has too little free space. Free some, and waiting work continues by itself.";
  expect(lines).toEqual([
    said,
    "Something else.",
    "/data/files/parts cannot be written (EROFS). Check that its disk is mounted for writing and that Sheaf may write there. Waiting work continues by itself.",
    said,
  ]);
});
