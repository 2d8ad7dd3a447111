import { buildFrontend } from "../start/frontend-build.ts";

/** Builds both front ends into the image, as the supervisor does at a start elsewhere. */
for (const app of ["merchant", "support"] as const) await buildFrontend(app, new AbortController().signal);
