import { expect, it } from "vitest";
import { workerName } from "./worker-name.ts";

it("two workers have different names even with the same host name and process id, as in containers", () => {
  expect(workerName()).not.toBe(workerName());
  expect(workerName()).toContain(`:${process.pid}:`);
});
