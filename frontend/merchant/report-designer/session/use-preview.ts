import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import { isAttribute } from "#domain/designs/custom-column.ts";
import type { DesignContent } from "#domain/designs/design.ts";
import type { ReportColumn } from "#domain/wire/reports/reports.ts";
import { readFresh } from "../../../shared/api/read-fresh.ts";
import { designPreviewKey } from "../../resources/designs/keys.ts";
import { useServices } from "../../services.tsx";

/** Columns that reduce the preview's orders: slow, visible, and supported by the grouping. */
export const slowColumns = (columns: readonly ReportColumn[]): ReportColumn[] =>
  columns.filter(({ Visible, Disabled, SlowColumn }) => Visible && !Disabled && SlowColumn >= 0);

/** The inputs of a preview's rows. All else is computed here, as rows have every column that isn't slow. */
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
 * The first rows of the saved design's report, read again when its rows change (S-2.4). `preview`: the last one read,
 * also while the next one loads or after it failed.
 */
export const usePreview = (id: string, saved: DesignContent, columns: readonly ReportColumn[]) => {
  const { api } = useServices();
  const on = useMemo(() => dependsOn(saved, columns), [saved, columns]);
  const query = useQuery({
    queryKey: designPreviewKey(id, on),
    queryFn: async ({ signal }) => (await readFresh(() => api.designPreview(id, signal))).data,
    // Orders arrive all the time: returning to the page shows the current ones.
    staleTime: 0,
    retry: false,
  });
  const last = useRef(query.data);
  if (query.data !== undefined) last.current = query.data;
  return { query, preview: query.data ?? last.current };
};
