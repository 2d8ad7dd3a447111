import { timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { invalid } from "#infra/app/http/api-error.ts";
import type { Vault } from "#infra/ports/vault.ts";

/** What an address of a page holds: everything that asking the platform for it takes. */
const PlaceOfPage = z.strictObject({
  /** In the platform's search syntax; its upper bound in time stays, so that pages neither lose nor double an order. */
  query: z.string(),
  size: z.int(),
  /** The platform's cursor, and the side of it the page is on. */
  side: z.enum(["after", "before"]),
  cursor: z.string(),
});
export type PlaceOfPage = z.infer<typeof PlaceOfPage>;

const signatureOf = (vault: Vault, tenant: string, text: string) => vault.sign("order-page", `${tenant} ${text}`);

/** The address of a page for one tenant: its place in base64url, a dot and a keyed hash. */
export const pageAddress = (vault: Vault, tenant: string, place: PlaceOfPage): string => {
  const text = Buffer.from(JSON.stringify(place)).toString("base64url");
  return `${text}.${signatureOf(vault, tenant, text)}`;
};

/** @throws {ApiError} 400: not an address that this tenant was given */
export const placeOf = (vault: Vault, tenant: string, address: string): PlaceOfPage => {
  const [text = "", signature = "", ...more] = address.split(".");
  const right = Buffer.from(signatureOf(vault, tenant, text));
  const given = Buffer.from(signature);
  if (more.length > 0 || given.length !== right.length || !timingSafeEqual(given, right))
    throw invalid("This is not the address of a page of orders. Load the orders again.");
  return PlaceOfPage.parse(JSON.parse(Buffer.from(text, "base64url").toString()));
};
