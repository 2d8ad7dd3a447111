import { isAbsolute } from "node:path";
import { BadConfiguration } from "#infra/config/config.ts";
import { operatorCommand } from "#infra/ports/operator-command.ts";

const usage = `Use '${operatorCommand("backup", "FOLDER")}', FOLDER being a new folder; with '--without-reports' finished reports are left out.`;

/** @throws {BadConfiguration} with a message for the operator */
export const readArguments = (given: readonly string[]): { target: string; withReports: boolean } => {
  const options = given.filter((argument) => argument.startsWith("-"));
  const [target, ...more] = given.filter((argument) => !argument.startsWith("-"));
  const unknown = options.find((option) => option !== "--without-reports") ?? more[0];
  if (unknown !== undefined) throw new BadConfiguration(`'${unknown}' is not understood. ${usage}`);
  if (target === undefined || target.trim() === "") throw new BadConfiguration(usage);
  // The command may run in another folder than its caller.
  if (!isAbsolute(target))
    throw new BadConfiguration(
      `'${target}' isn't an absolute path. Name the folder from the root, such as /backups/today.`,
    );
  return { target, withReports: options.length === 0 };
};
