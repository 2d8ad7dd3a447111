import type { Quotas } from "./tiers.ts";

/** Kinds in display order. */
export const quotaKinds = ["reports", "filters", "automations"] as const satisfies readonly (keyof Quotas)[];

const kindLabels: Readonly<Record<keyof Quotas, readonly [one: string, more: string]>> = {
  reports: ["report design", "report designs"],
  filters: ["filter", "filters"],
  automations: ["automated report", "automated reports"],
};

/** `1 report design`, `25 filters`. */
export const formatQuotaCount = (kind: keyof Quotas, count: number): string =>
  `${count} ${kindLabels[kind][count === 1 ? 0 : 1]}`;

/** `25 report designs, 25 filters, 10 automated reports`. */
export const describeQuotas = (quotas: Quotas): string =>
  quotaKinds.map((kind) => formatQuotaCount(kind, quotas[kind])).join(", ");
