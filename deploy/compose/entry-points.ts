import { readFileSync } from "node:fs";
import { join } from "node:path";
import { processesOf } from "#processes/processes.ts";

/** A module of Node's in a command line or an array of arguments. */
const moduleForm = /[\w./-]+\.ts\b/g;
const commentForm = /^\s*#.*$/gm;

/** Modules of the front end and of tests never run in a container. */
const isOfImage = (module: string): boolean => !/^(?:frontend|tests)\//.test(module);

/**
 * Modules that the image is built with, starts, or may be told to run: those that the supervisor starts, and those that `compose.yaml`, the
 * `Dockerfile` and the scripts of `package.json` name. Paths from `root`, an absolute path; sorted.
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
  const started = processesOf({ demoStore: true, KAFKA_BROKERS: "kafka:9092" });
  return [...new Set([...started.map(({ module }) => module), ...named])].filter(isOfImage).sort();
};
