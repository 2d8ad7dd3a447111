/** `err`: set only if its name or stack adds something. */
type Warn = (fields: { err?: Error }, message: string) => void;

const plain = "Warning";

/** Logs warnings instead of printing them. Drops experimental warnings, which every start of Sheaf causes. */
export const logProcessWarnings = (warn: Warn): void => {
  // Node's own listener prints the text, so it is removed.
  process.removeAllListeners("warning");
  process.on("warning", (warning) => {
    if (warning.name === "ExperimentalWarning") return;
    warn(warning.name === plain ? {} : { err: warning }, warning.message);
  });
};
