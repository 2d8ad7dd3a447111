import { buildFrontend } from "./pages/frontend-build.ts";

/**
 * `npm run build`: builds and packs both front ends as a start does, where they are out of date. A start then writes nothing beside the code, so that
 * code can belong to another user.
 */
try {
  for (const app of ["merchant", "support"] as const)
    console.log(`frontend/${app}: ${await buildFrontend(app, new AbortController().signal)}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
