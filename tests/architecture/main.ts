import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { misplacedImports, reachedFrom } from "./check-layers.ts";
import { nameFaults } from "./check-names.ts";
import { drawImports, upwardImports } from "./draw-imports.ts";
import { productImports } from "./imports.ts";
import { services } from "./layers.ts";

/**
 * Checks the imports of the whole product, that docs/imports.md shows them, and the names (docs/glossary.md). With
 * `--draw` it draws them again.
 */

const drawing = fileURLToPath(new URL("../../docs/imports.md", import.meta.url));

const imports = productImports();
const drawn = drawImports(imports);
if (process.argv.includes("--draw")) writeFileSync(drawing, drawn);

const reachedServices = services.flatMap((service) => {
  const reached = reachedFrom(service, imports);
  return services
    .filter((other) => other !== service && reached.has(other))
    .map((other) => `${service} reaches ${other} over other folders.`);
});
const isDrawn = readFileSync(drawing, "utf8") === drawn;
const faults = [
  ...misplacedImports(imports),
  ...upwardImports(imports),
  ...reachedServices,
  ...nameFaults(),
  ...(isDrawn ? [] : ["docs/imports.md is out of date. Run npm run draw-imports."]),
];
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
