import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Top-level folders without product code. */
const others = new Set(["dist", "docs", "node_modules", "screens", "tests"]);

/** Top-level folders with product code. All go into the image. */
export const sourceFolders: readonly string[] = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith(".") && !others.has(entry.name))
  .map(({ name }) => name)
  .sort();
