import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { listProcesses } from "#processes/processes.ts";

/** A process pays memory and time for every module that it loads at its start (ADR 104). */

const root = fileURLToPath(new URL("../../", import.meta.url));
/** Imports and exports of values, which are loaded before the module runs. */
const loads = /^(?:import|export)\s+(?!type\s)(?:[^"';]*?\sfrom\s+)?"([^"]+)"/gm;

/** The files and packages that a module loads at its start, by way of all modules that it reaches. */
const loadedBy = (module: string): Set<string> => {
  const found = new Set<string>();
  const visit = (file: string): void => {
    if (found.has(file)) return;
    found.add(file);
    for (const [, to = ""] of readFileSync(join(root, file), "utf8").matchAll(loads)) {
      const own = to.startsWith("#") ? to.slice(1) : to.startsWith(".") ? resolve("/", dirname(file), to).slice(1) : "";
      if (own === "") found.add(to);
      else if (own.endsWith(".ts") && existsSync(join(root, own))) visit(own);
    }
  };
  visit(module);
  return found;
};

describe("a process of npm start", () => {
  const modules = ["processes/main.ts", ...listProcesses({ demoStore: false }).map(({ module }) => module)];
  const onlyWhereUsed = [
    ["prom-client", "metrics"],
    ["nodemailer", "mail"],
    ["ssh2-sftp-client", "SFTP"],
    ["basic-ftp", "FTP"],
    ["kafkajs", "Kafka"],
    ["mongodb", "MongoDB"],
    ["@eventstore/db-client", "EventStoreDB"],
  ] as const;

  it.each(onlyWhereUsed)("loads %s only if %s is used", (name) => {
    expect(modules.filter((module) => loadedBy(module).has(name))).toEqual([]);
  });

  it("loads fetch (which imports node:http) only in the web process", () => {
    const withFetch = modules.filter((module) => loadedBy(module).has("node:http"));
    expect([...new Set(withFetch)]).toEqual(["processes/web.ts"]);
  });
});
