import { createHash } from "node:crypto";

/** CSP source of an inline script; any change to the script needs a new hash. */
export const scriptHash = (script: string): string =>
  `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
