import type { Filter } from "#domain/wire/filters/filters.ts";

const statuses = ["financial_status", "fulfillment_status", "order_status"] as const;

/** Fields of sievers that take any words. */
const wordFields = [1000, 1001, 1003, 2001, 2002, 3000, 3001, 3002, 3003, 4000, 5000, 5001, 5002, 5003].map(
  (code) => `OrderSievers.${code}`,
);

/** Fields of a filter that editors change. Each editor has favorite fields; all change the title. */
export const habitualFields = [...wordFields, ...statuses] as const;
export const contestedField = "title";

const codeOf = (field: string) => Number(field.slice("OrderSievers.".length));

/** Every field that editors change, with its value as JSON. */
export const fieldsOfFilter = (filter: Filter): Record<string, string> => ({
  title: JSON.stringify(filter.title),
  ...Object.fromEntries(statuses.map((status) => [status, JSON.stringify(filter[status])])),
  ...Object.fromEntries(
    wordFields.map((field) => [
      field,
      JSON.stringify(filter.OrderSievers.find(({ Field }) => Field === codeOf(field))?.Filter ?? []),
    ]),
  ),
});

/** The filter with a field changed; `text` is a value that no other edit has. */
export const withField = (filter: Filter, field: string, text: string): Filter => {
  if (field === "title") return { ...filter, title: text };
  if (field === "financial_status") return { ...filter, financial_status: filter.financial_status === 3 ? 0 : 3 };
  if (field === "fulfillment_status") return { ...filter, fulfillment_status: filter.fulfillment_status === 1 ? 0 : 1 };
  if (field === "order_status") return { ...filter, order_status: filter.order_status === 1 ? 0 : 1 };
  const Field = codeOf(field);
  const others = filter.OrderSievers.filter((siever) => siever.Field !== Field);
  return { ...filter, OrderSievers: [...others, { Field, Filter: [text, `!${text}`] }] };
};
