/**
 * Formats a command for the operator: `npm run repair -- --mend`, or `sheaf repair --mend` if SHEAF_COMMAND is `sheaf`.
 * The units and the command of docs/installation.md set it.
 */
export const operatorCommand = (
  name: "backup" | "mail-test" | "move" | "repair",
  ...words: readonly string[]
): string => {
  const command = process.env.SHEAF_COMMAND;
  const parts = command ? [command, name, ...words] : ["npm run", name, ...(words.length > 0 ? ["--", ...words] : [])];
  return parts.join(" ");
};
