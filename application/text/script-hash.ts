import { createHash } from "node:crypto";

/** What a policy (CSP) names an inline script by: it runs as it is, to the letter, and no other does. */
export const scriptHash = (script: string): string =>
  `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
