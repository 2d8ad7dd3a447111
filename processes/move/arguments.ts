import { BadConfiguration } from "#infra/config/config.ts";
import { operatorCommand } from "#infra/ports/operator-command.ts";

type SetUp = "embedded" | "distributed";

export type MoveArguments = {
  from: SetUp;
  to: SetUp;
  /** Data folder of the distributed set-up, for events or documents without an engine. */
  folder: string | undefined;
};

const usage = `Use '${operatorCommand("move", "--from", "embedded", "--to", "distributed")}', or the other way round; with '--folder …' where the distributed set-up keeps events or documents in a folder of its own.`;

const names = ["--from", "--to", "--folder"];

/** @throws {BadConfiguration} with a message for the operator */
export const readArguments = (given: readonly string[]): MoveArguments => {
  const values = new Map<string, string>();
  for (let n = 0; n < given.length; n += 2) {
    const [name = "", value] = given.slice(n, n + 2);
    if (!names.includes(name) || value === undefined || values.has(name))
      throw new BadConfiguration(`'${name}' is not understood. ${usage}`);
    values.set(name, value);
  }
  const [from, to] = [values.get("--from"), values.get("--to")];
  const isSetUp = (name: string | undefined): name is SetUp => name === "embedded" || name === "distributed";
  if (!isSetUp(from) || !isSetUp(to) || from === to) throw new BadConfiguration(usage);
  return { from, to, folder: values.get("--folder") };
};
