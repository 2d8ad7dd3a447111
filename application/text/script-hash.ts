import { createHash } from "node:crypto";

/** CSP source of an inline script. */
export const scriptHash = (script: string): string =>
  `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
