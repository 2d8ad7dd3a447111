import { afterEach, beforeEach, expect, it } from "vitest";
import { StoreUnwritable } from "#infra/ports/store-errors.ts";
import { logFatalReason } from "./exit-with-reason.ts";

const told: unknown[] = [];
const logged: unknown[][] = [];
const log = { fatal: (...line: unknown[]) => void logged.push(line) };
const { send, connected } = process;
beforeEach(() => {
  told.length = logged.length = 0;
  Object.assign(process, { connected: true, send: (message: unknown) => told.push(message) });
});
afterEach(() => void Object.assign(process, { send, connected }));

const named = (name: string, message: string) => Object.assign(new Error(message), { name });

it.each<[string, unknown, string]>([
  ["a missing key", named("MasterKeyUnusable", "It is missing. Restore it."), "It is missing. Restore it."],
  [
    "a disk that can't be written",
    new StoreUnwritable("/d/state.db", "disk I/O error"),
    "/d/state.db cannot be written",
  ],
  [
    "an SQLite error",
    Object.assign(new Error("disk I/O error"), { errcode: 10 }),
    "Upkeep cannot start (disk I/O error). Check that the data folder and its files can be read",
  ],
  [
    "a file locked by another program",
    Object.assign(new Error("database is locked"), { errcode: 5 }),
    "Upkeep cannot start (database is locked). Another program has a file of the data folder open and keeps it locked",
  ],
  [
    "a system error",
    Object.assign(new Error("EACCES: permission denied, open '/d/master.key'"), { code: "EACCES", syscall: "open" }),
    "Upkeep cannot start (EACCES: permission denied, open '/d/master.key'). Check that",
  ],
])("for %s the supervisor and the log get the message without a stack", (_what, error, sentence) => {
  logFatalReason(log, error, "Upkeep cannot start.");
  const whole = expect.stringContaining(sentence);
  expect([told, logged]).toEqual([[{ kind: "trouble", sentence: whole }], [[whole]]]);
});

it("for a bug in Sheaf the supervisor gets the message, and the log the stack", () => {
  const err = new TypeError("x is not a function");
  logFatalReason(log, err, "Upkeep cannot start.");
  expect(told).toEqual([
    { kind: "trouble", sentence: "Upkeep cannot start (x is not a function). See the log for details." },
  ]);
  expect(logged).toEqual([[{ err }, "Upkeep cannot start."]]);
});
