import { buildFrontend } from "../start/frontend-build.ts";

/** Builds the front end into the image, as the supervisor does at a start elsewhere. */
await buildFrontend(new AbortController().signal);
