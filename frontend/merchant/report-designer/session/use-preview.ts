import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import { isAttribute } from "#domain/designs/custom-column.ts";
import type { DesignContent } from "#domain/designs/design.ts";
import type { ReportColumn } from "#domain/wire/reports/reports.ts";
import { readFresh } from "../../../shared/api/read-fresh.ts";
import { designPreviewKey } from "../../resources/designs/keys.ts";
import { useServices } from "../../services.tsx";

/** The columns that make a preview read fewer orders: slow ones that are visible and that the grouping has a place for. */
export const slowColumns = (columns: readonly ReportColumn[]): ReportColumn[] =>
  columns.filter(({ Visible, Disabled, SlowColumn }) => Visible && !Disabled && SlowColumn >= 0);

/** What the rows of a preview depend on. All else is made of them here: they have every column that is not slow. */
const dependsOn = (design: DesignContent, columns: readonly ReportColumn[]) => {
  const { grouping, splitter, sortedBy, settings } = design;
  const visible = new Set(design.shown);
  const slow = columns.filter(({ Column, SlowColumn }) => visible.has(Column) && SlowColumn >= 0);
  const attributes = Object.entries(settings).flatMap(([column, { custom }]) =>
    custom && isAttribute(custom) ? [[column, custom]] : [],
  );
  return { grouping, splitter, sortedBy, slow: slow.map(({ Column }) => Column).sort(), attributes };
};

/**
 * The first rows of the report of the design as it is saved; read again when its rows change (S-2.4). `preview` is what was read last,
 * for as long as the next one is on its way or could not be read.
 */
export const usePreview = (id: string, saved: DesignContent, columns: readonly ReportColumn[]) => {
  const { api } = useServices();
  const on = useMemo(() => dependsOn(saved, columns), [saved, columns]);
  const query = useQuery({
    queryKey: designPreviewKey(id, on),
    queryFn: async ({ signal }) => (await readFresh(() => api.designPreview(id, signal))).data,
    // Orders come in all the time: whoever comes back to the page sees those of now.
    staleTime: 0,
    retry: false,
  });
  const last = useRef(query.data);
  if (query.data !== undefined) last.current = query.data;
  return { query, preview: query.data ?? last.current };
};
