/** Told in words, with the warning itself where its name or stack says more. */
type Warn = (fields: { err?: Error }, message: string) => void;

/** Warnings of ours, of libraries and of Node have this name where nobody gave them another. */
const plain = "Warning";

/**
 * Puts the warnings of this process into its log, in place of the text that Node writes to standard error. Those of experimental parts of Node are left
 * out, as every start of Sheaf asks Node for that.
 */
export const logProcessWarnings = (warn: Warn): void => {
  // Node's own listener is the one that writes the text.
  process.removeAllListeners("warning");
  process.on("warning", (warning) => {
    if (warning.name === "ExperimentalWarning") return;
    warn(warning.name === plain ? {} : { err: warning }, warning.message);
  });
};
