import { ApiError } from "#application/http/api-error.ts";
import { isShopName } from "#domain/shop/shop-name.ts";

// Applied before lower-casing, which turns lookalikes such as the Kelvin sign into plain letters.
const domain = /^([a-z0-9][a-z0-9-]{0,99})\.myshopify\.com$/i;

const incomplete = (message: string, details: string) =>
  new ApiError({ status: 400, code: "FeAuth-001", message, details });

/**
 * Cuts a name at the first dot, trims and lower-cases it (S-1.5).
 * @throws {ApiError} 400 if nothing is left or it cannot be a shop's name
 */
export const parseShopName = (text: string): string => {
  const shop = (text.split(".")[0] ?? "").trim().toLowerCase();
  if (shop === "") throw incomplete("Please provide shopname", "It is the first part of your store's address.");
  if (!isShopName(shop))
    throw incomplete(
      "That isn't a valid shop name.",
      "Use letters, digits and hyphens, as in your-shop.myshopify.com.",
    );
  return shop;
};

/** Reads the name from a host of the platform (P-1.3); undefined for others. */
export const parseShopHost = (host: string): string | undefined => domain.exec(host)?.[1]?.toLowerCase();
