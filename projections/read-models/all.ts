import type { Projection } from "../projection.ts";
import { exports } from "./exports.ts";
import { reportDesigns } from "./report-designs.ts";
import { shops } from "./shops.ts";

/** Every read model of Sheaf. */
export const projections = [reportDesigns, exports, shops] as unknown as readonly Projection[];
