import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { descendantsOf } from "#tests/support/processes.ts";
import { startSheaf } from "#tests/support/start-sheaf.ts";

const run = promisify(execFile);

it("lets what nobody waits for give way to what someone does, when both want the machine", async () => {
  const sheaf = await startSheaf({});
  try {
    const pids = await descendantsOf(sheaf.process.pid ?? 0);
    const { stdout } = await run("ps", ["-o", "ni=,args=", "-p", pids.join(",")]);
    const of = (module: string) => Number.parseInt(stdout.split("\n").find((line) => line.endsWith(module)) ?? "", 10);
    const web = of("infra/start/web.ts");
    const above = Object.fromEntries(
      ["projections", "exporter", "deliverer", "scheduler", "upkeep", "demo-store"].map((name) => [
        name,
        of(`${name}/main.ts`) - web,
      ]),
    );
    // What was saved is on screen at once; reports, mails and duties take what is left.
    expect(above).toEqual({ projections: 0, exporter: 10, deliverer: 10, scheduler: 10, upkeep: 10, "demo-store": 5 });
  } finally {
    await sheaf.stop();
  }
});
