import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { createLog, logLibraryWarnings } from "./log.ts";

const linesOf = (write: (log: ReturnType<typeof createLog>) => void): Record<string, unknown>[] => {
  const lines: Record<string, unknown>[] = [];
  write(createLog("web", "info", { write: (line) => void lines.push(JSON.parse(line)) }));
  return lines;
};

it("a line has its level as a word, an ISO time, its process and the call's fields", () => {
  const [line] = linesOf((log) => log.warn({ tenant: "aurora" }, "Something happened."));
  expect(Object.keys(line ?? {})).toEqual(["level", "time", "process", "tenant", "msg"]);
  expect(line).toMatchObject({ level: "warn", process: "web", tenant: "aurora", msg: "Something happened." });
  expect(line?.time).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
});

it("a part of a process keeps the process's name", () => {
  const [line] = linesOf((log) => log.child({ part: "scheduler" }).info("It runs."));
  expect(line).toMatchObject({ process: "web", part: "scheduler" });
});

it("an error has its name, message, code and stack, and nothing else", () => {
  const refused = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED", password: "secret" });
  const [line] = linesOf((log) => log.error({ err: refused }, "The server doesn't answer."));
  expect(line?.err).toEqual({
    name: "Error",
    message: "connect ECONNREFUSED",
    code: "ECONNREFUSED",
    stack: refused.stack,
  });
});

it("an error includes its cause", () => {
  const [line] = linesOf((log) => log.error({ err: new Error("Outer.", { cause: new Error("Inner.") }) }, "Failed."));
  expect(line?.err).toMatchObject({
    message: "Outer.: Inner.",
    stack: expect.stringContaining("caused by: Error: Inner."),
  });
});

it("a DOMException is logged without its constants", () => {
  const [line] = linesOf((log) => log.error({ err: new DOMException("Too late.", "TimeoutError") }, "Failed."));
  expect(Object.keys(line?.err as object)).toEqual(["name", "message", "stack"]);
  expect(line?.err).toMatchObject({ name: "TimeoutError", message: "Too late." });
});

it("a library's console warning becomes a log line", () => {
  const { warn } = console;
  try {
    const [line] = linesOf((log) => {
      logLibraryWarnings(log);
      console.warn("Failed to resolve IPv%d addresses with current network", 4);
    });
    expect(line).toMatchObject({ level: "warn", msg: "Failed to resolve IPv4 addresses with current network" });
  } finally {
    console.warn = warn;
  }
});

/** Runs in its own process, since the listeners are process-wide. */
const outputOf = (script: string) => {
  const log = `import { createProcessLog } from ${JSON.stringify(new URL("./log.ts", import.meta.url).href)};`;
  const flags = ["--input-type=module", "--disable-warning=ExperimentalWarning", "--eval", `${log}${script}`];
  const { stdout, stderr } = spawnSync(process.execPath, flags, { encoding: "utf8" });
  return {
    lines: stdout
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
    stderr,
  };
};

it("process warnings are written to the log only", () => {
  const { lines, stderr } = outputOf(`
    createProcessLog("exporter", "info");
    process.emitWarning("The newest event could not be noted: locked");
    process.emitWarning("A feature is young.", "ExperimentalWarning");
    process.emitWarning("Do not call it.", "DeprecationWarning", "DEP0001");
  `);
  expect(stderr).toBe("");
  expect(lines).toMatchObject([
    { level: "warn", process: "exporter", msg: "The newest event could not be noted: locked" },
    { msg: "Do not call it.", err: { name: "DeprecationWarning", code: "DEP0001" } },
  ]);
  expect(lines).toHaveLength(2);
  expect(lines[0]).not.toHaveProperty("err");
});
