import { readFileSync } from "node:fs";

/** Settings that a file may give instead; a setting with `_FILE` appended holds the path. */
export const secretSettings = [
  "EVENTSTORE_URL",
  "MONGODB_URL",
  "KAFKA_BROKERS",
  "MASTER_KEY",
  "STORE_CLIENT_SECRET",
  "STORE_CLIENT_SECRET_PREVIOUS",
  "SMTP_URL",
  "SUPPORT_CLIENT_SECRET",
] as const;

export type Environment = Readonly<Record<string, string | undefined>>;

const isGiven = (text: string | undefined): text is string => text !== undefined && text !== "";

const whyUnreadable = (error: unknown): string => {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return "there is no such file";
  if (code === "EISDIR") return "it is a folder";
  return code === "EACCES" || code === "EPERM" ? "Sheaf may not read it" : String(error);
};

/** `trouble` never quotes the file's content. */
const read = (name: string, path: string): { text: string } | { trouble: string } => {
  try {
    const text = readFileSync(path, "utf8").trim();
    return text === ""
      ? { trouble: `${name}_FILE: ${path} is empty. Write the value into it, or unset ${name}_FILE.` }
      : { text };
  } catch (error) {
    return { trouble: `${name}_FILE: ${path} cannot be read (${whyUnreadable(error)}).` };
  }
};

/**
 * Adds secrets from their files, trimmed. `troubles`: sentences about settings given twice, and unreadable or empty
 * files.
 */
export const readSecretFiles = (environment: Environment): { environment: Environment; troubles: string[] } => {
  const troubles: string[] = [];
  const secrets: Record<string, string> = {};
  for (const name of secretSettings) {
    const path = environment[`${name}_FILE`];
    if (!isGiven(path)) continue;
    if (isGiven(environment[name])) {
      troubles.push(`${name}: is set twice, directly and by ${name}_FILE. Unset one of them.`);
      continue;
    }
    const found = read(name, path);
    if ("trouble" in found) troubles.push(found.trouble);
    else secrets[name] = found.text;
  }
  return { environment: { ...environment, ...secrets }, troubles };
};
