import { z } from "zod";
import { badRequest } from "#application/http/api-error.ts";
import type { Vault } from "#infra/ports/stores/vault.ts";
import { createTextSigner } from "../text-signer.ts";

/** All that is needed to request a page from the platform. */
const PageCursor = z.strictObject({
  /** Platform's search syntax. Its upper time bound is fixed, so that pages neither lose nor repeat an order. */
  query: z.string(),
  size: z.int(),
  /** Side of the cursor on which the page is. */
  side: z.enum(["after", "before"]),
  cursor: z.string(),
});
export type PageCursor = z.infer<typeof PageCursor>;

export const encodePageAddress = (vault: Vault, tenant: string, place: PageCursor): string =>
  createTextSigner(vault, "order-page").seal(tenant, place);

/** @throws {ApiError} 400: this tenant was not given the address */
export const parsePageAddress = (vault: Vault, tenant: string, address: string): PageCursor => {
  const place = createTextSigner(vault, "order-page").open(tenant, address);
  if (place === undefined) throw badRequest("This is not the address of a page of orders. Load the orders again.");
  return PageCursor.parse(place);
};
