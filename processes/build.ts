import { buildFrontend } from "./pages/frontend-build.ts";

/**
 * `npm run build`: builds and packs outdated front ends. Later starts then write nothing beside the code, so another
 * user can own it.
 */
try {
  for (const app of ["merchant", "support"] as const)
    console.log(`frontend/${app}: ${await buildFrontend(app, new AbortController().signal)}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
