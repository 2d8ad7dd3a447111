import { readdirSync } from "node:fs";
import { join } from "node:path";

/** Converts a .dockerignore pattern to a RegExp. A folder matches everything in it. */
const patternOf = (pattern: string): RegExp => {
  if (/[[\]\\]/.test(pattern))
    throw new Error(`Unsupported pattern ${pattern}: character classes and escapes aren't implemented.`);
  const form = pattern.replaceAll(/\*\*\/|\*\*|[*?]|[.+(){}|^$]/g, (sign) => {
    if (sign === "**/") return "(?:.*/)?";
    if (sign === "**") return ".*";
    if (sign === "*") return "[^/]*";
    return sign === "?" ? "[^/]" : `\\${sign}`;
  });
  return new RegExp(`^${form}(?:/.*)?$`);
};

/** Lists the files that Docker sends to a build with this ignore file, as paths from `root`. The last matching rule wins. */
export const contextFiles = (root: string, ignoreFile: string): string[] => {
  const rules = ignoreFile
    .split("\n")
    .filter((line) => !line.startsWith("#"))
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => ({ keeps: line.startsWith("!"), text: line.replace(/^!/, "").replaceAll(/^\/+|\/+$/g, "") }))
    .map((rule) => ({ ...rule, pattern: patternOf(rule.text) }));
  const isLeftOut = (path: string): boolean => rules.findLast(({ pattern }) => pattern.test(path))?.keeps === false;
  /** A rule that comes later may keep something in a folder that is left out. */
  const mayHold = (path: string): boolean =>
    !isLeftOut(path) || rules.some(({ keeps, text }) => keeps && (text.startsWith(`${path}/`) || /[*?]/.test(text)));
  const below = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) return mayHold(path) ? below(path) : [];
      return isLeftOut(path) ? [] : [path];
    });
  return below("");
};
