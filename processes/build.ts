import { buildFrontend } from "./pages/frontend-build.ts";

/**
 * `npm run build`: builds and packs both front ends if they are out of date. Later starts then write nothing beside the code, so another user can own
 * the code.
 */
try {
  for (const app of ["merchant", "support"] as const)
    console.log(`frontend/${app}: ${await buildFrontend(app, new AbortController().signal)}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
