import { useQuery } from "@tanstack/react-query";
import type { ReportColumnInfo } from "#domain/wire/reports/columns.ts";
import { useServices } from "../../services.tsx";

export type ColumnInfos = ReadonlyMap<string, ReportColumnInfo>;

const useColumns = <Shape>(select: (columns: ReportColumnInfo[]) => Shape) => {
  const { api } = useServices();
  return useQuery({
    queryKey: ["columns"],
    queryFn: ({ signal }) => api.columns(signal),
    // Columns change only with a new version of Sheaf, which reloads the page.
    staleTime: Number.POSITIVE_INFINITY,
    select,
  });
};

const identity = (columns: ReportColumnInfo[]): readonly ReportColumnInfo[] => columns;
const byKey = (columns: ReportColumnInfo[]): ColumnInfos => new Map(columns.map((column) => [column.Column, column]));

/** The whole catalog, in its order. */
export const useColumnList = () => useColumns(identity);

/** Columns by key. */
export const useColumnInfos = () => useColumns(byKey);
