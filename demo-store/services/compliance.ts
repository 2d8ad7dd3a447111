/** Topics that the app's own configuration sets, not the API (P-3). */
export const complianceTopics = ["shop/redact", "customers/redact", "customers/data_request"] as const;
export type ComplianceTopic = (typeof complianceTopics)[number];

/** The person, and orders, that a request is about. */
export type ComplianceSubject = { customer: { id: number | null; email: string | null }; orders: number[] };

export const isComplianceTopic = (value: unknown): value is ComplianceTopic =>
  complianceTopics.some((topic) => topic === value);

const textOr = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** Reads the subject from a control request: `customerId`, `email`, `orders` (numbers). */
export const readSubject = (fields: Readonly<Record<string, unknown>>): ComplianceSubject => ({
  customer: {
    id: typeof fields.customerId === "number" ? fields.customerId : null,
    email: textOr(fields.email),
  },
  orders: Array.isArray(fields.orders) ? fields.orders.filter((order) => typeof order === "number") : [],
});

export const complianceBody = (
  topic: ComplianceTopic,
  shop: { platformId: string; domain: string },
  { customer, orders }: ComplianceSubject,
): Record<string, unknown> => {
  const own = { shop_id: Number(shop.platformId), shop_domain: shop.domain };
  switch (topic) {
    case "shop/redact":
      return own;
    case "customers/redact":
      return { ...own, customer: { ...customer, phone: null }, orders_to_redact: orders };
    case "customers/data_request":
      return { ...own, orders_requested: orders, customer: { ...customer, phone: null }, data_request: { id: 9_999 } };
  }
};
