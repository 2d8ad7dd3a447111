/** Usage: node demo-store/tools/prune-schema.ts FULL.graphql > demo-store/schema.graphql */
import { readFileSync } from "node:fs";
import { buildSchema } from "graphql";
import { KEPT_TYPES } from "./kept-types.ts";
import { pruneSchema } from "./prune.ts";

const [path] = process.argv.slice(2);
if (path === undefined) throw new Error("Name the file of the full schema.");
process.stdout.write(pruneSchema(buildSchema(readFileSync(path, "utf8"), { assumeValid: true }), KEPT_TYPES));
