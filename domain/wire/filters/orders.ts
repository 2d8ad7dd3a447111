/** An order in the table of 'Select specific orders' (S-1.3.1). */
export type SelectableOrder = {
  Id: string;
  /** As the store shows it, `#1001`. */
  Name: string;
  /** `yyyy/LL/dd HH:mm` in the shop's zone. */
  Date: string;
  /** Empty when the order has none. */
  Customer: string;
  /** In the words of the columns FinancialStatus and FulfillmentStatus. */
  Financial: string;
  Fulfillment: string;
  /** With the shop's currency, `€12.50`. */
  Price: string;
  /** Always false: the browser keeps the choice until the report is generated. */
  Selected: boolean;
};

/** `PrevPage` and `NextPage` are opaque addresses for `orders/selectedOrders-by-url`; null where there is no more. */
export type SelectableOrdersPage = { Orders: SelectableOrder[]; PrevPage: string | null; NextPage: string | null };

/** Answer of `orders/search-orders`. `IsWhole`: no others match. */
export type FoundOrders = { Orders: SelectableOrder[]; IsWhole: boolean };

/** Answer of `orders/find-numbers`: ids of the orders, and the numbers that no order has or several have. */
export type FoundNumbers = { Ids: string[]; NotFound: string[] };

/** Longest text or order number that a search takes, in characters. */
export const longestSought = 100;

/** Most numbers that one call of `orders/find-numbers` takes. */
export const mostNumbers = 100;
