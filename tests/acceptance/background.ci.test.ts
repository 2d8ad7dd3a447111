import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { descendantsOf } from "#tests/support/processes.ts";
import { startSheaf } from "#tests/support/start-sheaf.ts";

const run = promisify(execFile);

it("background processes run at a lower priority than those that someone waits for", async () => {
  const sheaf = await startSheaf({});
  try {
    const pids = await descendantsOf(sheaf.process.pid ?? 0);
    const { stdout } = await run("ps", ["-o", "ni=,args=", "-p", pids.join(",")]);
    const of = (module: string) => Number.parseInt(stdout.split("\n").find((line) => line.endsWith(module)) ?? "", 10);
    const web = of("processes/web.ts");
    const above = Object.fromEntries(
      ["projections/main", "exporter/main", "processes/workers", "demo-store/main"].map((module) => [
        module,
        of(`${module}.ts`) - web,
      ]),
    );
    // A saved edit is on screen at once. Reports, e-mails and maintenance take the remaining capacity.
    expect(above).toEqual({
      "projections/main": 0,
      "exporter/main": 10,
      "processes/workers": 10,
      "demo-store/main": 5,
    });
  } finally {
    await sheaf.stop();
  }
});
