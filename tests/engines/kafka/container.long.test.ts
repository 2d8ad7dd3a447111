import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, expect, it } from "vitest";
import { createTempFolder, type TempFolder } from "#tests/contract/support/temp-folder.ts";
import { until } from "#tests/support/until.ts";
import { engineJars } from "../jars.ts";
import { environmentOf, startedLine } from "./container.ts";
import { portsOfOne } from "./settings.ts";
import { countBrokers } from "./start.ts";

const run = promisify(execFile);
const jars = await engineJars();
if ("missing" in jars) console.log(`The settings of Kafka's container are not tested, as ${jars.missing}.`);

let folder: TempFolder | undefined;
let end = async (): Promise<void> => undefined;
afterEach(async () => {
  await end();
  await folder?.remove();
});

it.skipIf("missing" in jars)(
  "The environment of Kafka's container starts a broker with the program of its image",
  async () => {
    if ("missing" in jars) return;
    folder = await createTempFolder();
    const at = (name: string): string => join(folder?.path ?? "", name);
    const own = await portsOfOne();
    const env = { ...process.env, ...environmentOf(own, "localhost"), KAFKA_LOG_DIRS: at("data") };
    for (const name of ["default", "mounted", "final"]) await mkdir(at(name));
    for (const name of ["server", "log4j", "tools-log4j"]) await writeFile(at(`default/${name}.properties`), "");
    const folders = ["default", "mounted", "final"].flatMap((name) => [`--${name}-configs-dir`, at(name)]);
    const program = ["kafka.docker.KafkaDockerWrapper", "setup", ...folders];
    await run("java", ["-cp", jars.classPath, ...program], { env, maxBuffer: 10_000_000 });

    const broker = spawn("java", ["-Xmx384m", "-cp", jars.classPath, "kafka.Kafka", at("final/server.properties")]);
    const exited = once(broker, "exit");
    end = async () => {
      broker.kill("SIGKILL");
      await exited;
    };
    let said = "";
    broker.stderr.on("data", (text) => (said += text));
    await until("it has started", () => said.includes(startedLine), {
      within: 60_000,
      picture: () => said.slice(-4_000),
    });
    expect(await countBrokers(`localhost:${own.direct}`)).toBe(1);
  },
);
