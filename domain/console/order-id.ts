import { quoteText } from "../text/quote-text.ts";

/** Platform ids have at least nine digits; order names have fewer. */
const orderIdPattern = /^\d{9,20}$/;
/** An order's page, or the platform's form of its id. */
const orderUrlPattern = /\/orders?\/(\d{9,20})(?:[/?#].*)?$/i;

/**
 * Reads an order's id, also from an address that ends with it. Otherwise says where to find the id. Names such as #1300
 * are not stored (ADR 101).
 */
export const parseOrderId = (typed: string): { id: string } | { problem: string } => {
  const text = typed.trim();
  const id = orderIdPattern.test(text) ? text : orderUrlPattern.exec(text)?.[1];
  if (id !== undefined) return { id };
  return {
    problem: `${quoteText(text)} isn't an order's id. Open the order in the shop's admin: its id is the long number at the end of the page's address, as in …/orders/5800012285983. Sheaf doesn't keep what merchants call their orders, such as #1300.`,
  };
};

/** True if a search text may mean an order: its id, or a typical order name. */
export const isOrderSearch = (typed: string): boolean =>
  "id" in parseOrderId(typed) || /^(?:#.+|\d{3,8})$/.test(typed.trim());
