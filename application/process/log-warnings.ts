/** `err`: only if the warning's name or stack adds something. */
type Warn = (fields: { err?: Error }, message: string) => void;

/** Default name of process warnings. */
const plain = "Warning";

/**
 * Logs this process's warnings instead of printing them to standard error. Drops experimental warnings: every start of
 * Sheaf causes some.
 */
export const logProcessWarnings = (warn: Warn): void => {
  // Node's own listener prints the text.
  process.removeAllListeners("warning");
  process.on("warning", (warning) => {
    if (warning.name === "ExperimentalWarning") return;
    warn(warning.name === plain ? {} : { err: warning }, warning.message);
  });
};
