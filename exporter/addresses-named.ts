import { FileType } from "#domain/enumerations.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import { sievers } from "#domain/filters/sievers.ts";
import { addressesIn } from "#domain/privacy/addresses.ts";

/** E-mail addresses that a report's head names, since its filter does. CSV says nothing of it (ADR 57). */
export const addressesNamed = ({ fileType, filter }: Pick<FrozenInput, "fileType" | "filter">): string[] => {
  if (fileType === FileType.Csv || !filter) return [];
  const values = sievers.flatMap(({ code, personal }) => (personal ? (filter.sievers[code] ?? []) : []));
  return [...new Set(values.flatMap(addressesIn))];
};
