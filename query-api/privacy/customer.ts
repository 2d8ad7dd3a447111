import type { PersonMark } from "#application/people/people-hash.ts";
import type { Refusal } from "#domain/core/decider.ts";
import { refuseField } from "#domain/core/field-problem.ts";

/** A customer's number, alone or at the end of an admin address. */
const number = /(?:^|customers?\/)(\d{1,20})\/?$/i;

/** A customer's e-mail address or number, or the address of the customer's page. */
export const parseCustomer = (typed: string): PersonMark | Refusal => {
  const text = typed.trim();
  const [, id] = number.exec(text) ?? [];
  if (id !== undefined) return { kind: "customer", value: id };
  if (/^[^\s@]+@[^\s@]+$/.test(text)) return { kind: "email", value: text };
  return refuseField({
    field: "Customer",
    message:
      text === ""
        ? "Enter the customer's e-mail address or number."
        : "This isn't an e-mail address or a customer's number. A number has only digits, like the one that ends the address of the customer's page in your store.",
  });
};
