import { ColumnCategory, ColumnType } from "../../enumerations.ts";
import { wholeOrder } from "../aggregations.ts";
import type { ColumnDefinition } from "../definition.ts";
import { SlowGroup } from "../slow-group.ts";

const text = {
  category: ColumnCategory.Order,
  type: ColumnType.Text,
  valueKind: "text",
  slowGroup: SlowGroup.order,
  identifier: false,
  total: "none",
  aggregate: wholeOrder,
} as const;

/** Staff member, company and payment terms. Not every store grants their scopes. */
export const orderBusinessColumns: readonly ColumnDefinition[] = [
  {
    ...text,
    key: "StaffMember",
    title: "Staff member",
    description: "Name of the staff member who took the order.",
    note: "Empty for orders that customers placed themselves. Only some plans of the store platform let apps read it. Personal data.",
    fields: ["staffMember.name"],
    level: "order",
    read: (order) => order.staffMember?.name,
  },
  {
    ...text,
    key: "PaymentTerms",
    title: "Payment terms",
    description: "Terms on which the order is to be paid, for example Net 30.",
    note: "Empty for orders paid at once.",
    fields: ["paymentTerms.paymentTermsName"],
    level: "order",
    read: (order) => order.paymentTerms?.paymentTermsName,
  },
  {
    ...text,
    key: "PaymentDueDate",
    title: "Payment due date",
    valueKind: "datetime",
    description: "Date and time by which the next unpaid instalment is due.",
    note: "In the shop's time zone; empty for orders without payment terms, and once everything is paid.",
    fields: ["paymentTerms.paymentSchedules.nodes.dueAt", "paymentTerms.paymentSchedules.nodes.completedAt"],
    level: "order",
    read: ({ paymentTerms }) =>
      paymentTerms?.paymentSchedules
        ?.flatMap(({ dueAt, completedAt }) => (completedAt === null && typeof dueAt === "string" ? [dueAt] : []))
        .sort()[0],
  },
  {
    ...text,
    key: "Company",
    title: "B2B company",
    description: "Company that bought, for orders between businesses.",
    note: "Empty for orders by individuals. The addresses have their own companies.",
    fields: ["purchasingEntity.(PurchasingCompany).company.name"],
    level: "order",
    read: (order) => order.purchasingEntity?.company?.name,
  },
  {
    ...text,
    key: "CompanyLocation",
    title: "B2B company location",
    description: "Location of the company that bought, for orders between businesses.",
    note: "Empty for orders by individuals.",
    fields: ["purchasingEntity.(PurchasingCompany).location.name"],
    level: "order",
    read: (order) => order.purchasingEntity?.location?.name,
  },
  {
    ...text,
    key: "LocalizedFields",
    title: "Tax and customs fields",
    description: "Numbers that the buyer's country requires for tax and customs, each as name: value.",
    note: "Separated by commas; empty where none are required. Personal data.",
    identifier: true,
    fields: ["localizedFields.nodes.title", "localizedFields.nodes.value"],
    level: "order",
    read: (order) => order.localizedFields?.map(({ title, value }) => `${title}: ${value}`),
  },
];
