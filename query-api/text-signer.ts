import { timingSafeEqual } from "node:crypto";
import type { Vault } from "#infra/ports/stores/vault.ts";

/**
 * Signed opaque values for a client to send back: `seal` and `open` for one purpose, each value bound to one tenant.
 */
export const createTextSigner = (vault: Pick<Vault, "sign">, purpose: string) => {
  const signatureOf = (tenant: string, text: string) => vault.sign(purpose, `${tenant} ${text}`);
  return {
    /** Returns JSON in base64url, a dot and a keyed hash. */
    seal: (tenant: string, value: unknown): string => {
      const text = Buffer.from(JSON.stringify(value)).toString("base64url");
      return `${text}.${signatureOf(tenant, text)}`;
    },
    /** Returns the value; undefined for text that this tenant was not given. */
    open: (tenant: string, sealed: string): unknown => {
      const [text = "", signature = "", ...more] = sealed.split(".");
      const right = Buffer.from(signatureOf(tenant, text));
      const given = Buffer.from(signature);
      if (more.length > 0 || given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
      return JSON.parse(Buffer.from(text, "base64url").toString());
    },
  };
};
