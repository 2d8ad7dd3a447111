import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { z } from "zod";
import { findFormat } from "#domain/file-formats.ts";
import { combinesOrders } from "#domain/groupings/row-unit.ts";
import type { GeneratePreviewPayload, Preview } from "#domain/wire/reports/report-data.ts";
import type { ReportColumn } from "#domain/wire/reports/reports.ts";
import { getErrorMessage, isSkipped } from "../../../shared/api/api-error.ts";
import { generatePreviewKey } from "../../resources/designs/keys.ts";
import { useServices } from "../../services.tsx";

/** The file's first rows, as far as known. */
export type PreviewState =
  /** `until`: what the merchant must do first. */
  | { state: "waiting"; until: string }
  | { state: "loading" }
  | { state: "failed"; message: string; retry: () => void }
  /** `addsUp`: a row covers several orders. `isOld`: choices have changed, and new rows are loading. */
  | { state: "known"; preview: Preview; columns: readonly ReportColumn[]; addsUp: boolean; isOld: boolean };

/** A design with all its columns, from the last response. */
export type SeenDesign = { id: string; columns: readonly ReportColumn[] };

/** Debounce delay, ms. */
const pauseMs = 250;

/** Debounces a value; the first one passes at once. */
const useRested = <Value>(value: Value): Value => {
  const [rested, setRested] = useState(value);
  const text = JSON.stringify(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it says, not which object says it
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return JSON.stringify(rested) === text ? value : rested;
};

/**
 * The first rows of the file that Generate would make, read again on each change. Drops answers to older choices.
 * `body` is null without a design. `until` and `conditions`: as for the order count. The last seen design stays known
 * while rows are loading.
 */
export const useGeneratePreview = (
  body: z.infer<typeof GeneratePreviewPayload> | null,
  until: string | null,
  conditions: string,
): { first: PreviewState; design: SeenDesign | null } => {
  const { api } = useServices();
  const debouncedBody = useRested(body);
  const isAsked = body !== null && until === null && conditions !== "loading";
  const rows = useQuery({
    queryKey: [...generatePreviewKey, debouncedBody, conditions],
    queryFn: async ({ signal }) => {
      if (debouncedBody === null) throw new Error("There is no design to preview.");
      const [preview, design] = await Promise.all([
        api.generatePreview(debouncedBody, signal),
        api.design(debouncedBody.ReportId, signal),
      ]);
      const { columns, content } = design.data;
      return { preview, columns, addsUp: combinesOrders(content.grouping), designId: debouncedBody.ReportId };
    },
    // Not for outdated choices: they may be incomplete, such as a range without its first day.
    enabled: isAsked && debouncedBody !== null && debouncedBody === body,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  });
  const design = rows.data ? { id: rows.data.designId, columns: rows.data.columns } : null;
  if (until !== null) return { first: { state: "waiting", until }, design };
  if (rows.isError && !rows.isFetching && !isSkipped(rows.error)) {
    return {
      first: { state: "failed", message: getErrorMessage(rows.error), retry: () => void rows.refetch() },
      design,
    };
  }
  if (rows.data === undefined || !isAsked) return { first: { state: "loading" }, design };
  const { preview, columns, addsUp } = rows.data;
  const isOld = rows.isPlaceholderData || debouncedBody !== body;
  const shown = findFormat(body.FileType)?.holds.numberFormats
    ? columns
    : columns.map((column) => ({ ...column, NumberFormat: null }));
  return { first: { state: "known", preview, columns: shown, addsUp, isOld }, design };
};
