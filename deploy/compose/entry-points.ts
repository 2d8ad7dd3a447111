import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listProcesses } from "#processes/processes.ts";

/** A module path in a command line or an argument array. */
const moduleForm = /[\w./-]+\.ts\b/g;
const commentForm = /^\s*#.*$/gm;

/** Modules of the front end and of tests never run in a container. */
const isOfImage = (module: string): boolean => !/^(?:frontend|tests)\//.test(module);

/**
 * Lists the modules that the image's build or a container runs: those that the supervisor starts, and those in
 * `compose.yaml`, the `Dockerfile` and the scripts of `package.json`. Sorted paths relative to `root`, an absolute
 * path.
 */
export const entryPoints = (root: string): string[] => {
  const textOf = (file: string): string => readFileSync(join(root, file), "utf8");
  const { scripts } = JSON.parse(textOf("package.json")) as { scripts: Record<string, string> };
  const commands = [
    ...Object.values(scripts),
    ...["deploy/compose/compose.yaml", "deploy/compose/Dockerfile"].map((file) =>
      textOf(file).replace(commentForm, ""),
    ),
  ];
  const named = commands.flatMap((text) => text.match(moduleForm) ?? []);
  const started = listProcesses({ demoStore: true, KAFKA_BROKERS: "kafka:9092" });
  return [...new Set([...started.map(({ module }) => module), ...named])].filter(isOfImage).sort();
};
