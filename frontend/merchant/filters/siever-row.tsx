import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useId, useState } from "react";
import { lineFulfillmentWords, type Siever, SieverCode, sieverLabel } from "#domain/filters/sievers.ts";
import { isSkipped, messageOf } from "../../shared/api/api-error.ts";
import { useFailureToast } from "../../shared/ui/use-failure-toast.ts";
import { useServices } from "../services.tsx";
import { besideName } from "./add-values.ts";
import { FieldRow } from "./field-row.tsx";
import { sieverHints } from "./siever-hints.ts";
import { ValuesField } from "./values-field.tsx";

const DayButton = lazy(() => import("./day-button.tsx"));

type SieverRowProps = {
  siever: Siever;
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
  problem: string | undefined;
  todayOf: (value: string) => string | null;
};

const suggestionsLastMs = 5 * 60_000;
const statusWords = lineFulfillmentWords.map((word) => word.replaceAll("_", " "));

/** One siever: its name, its values, and what the shop's own data suggest for them. */
export const SieverRow = (props: SieverRowProps) => {
  const { siever } = props;
  const labelId = useId();
  const { note, example } = sieverHints[siever.code];
  const lists = useLists(siever);
  return (
    <FieldRow label={siever.label} labelId={labelId} note={note}>
      <ValuesField
        siever={siever}
        name={sieverLabel(siever)}
        labelledBy={labelId}
        values={props.values}
        onChange={props.onChange}
        problem={props.problem === undefined ? undefined : besideName(props.problem, siever)}
        suggestions={lists.suggestions}
        whitelist={lists.whitelist}
        placeholder={example}
        disabled={lists.failed !== null && props.values.length === 0}
        todayOf={props.todayOf}
        onFocus={lists.ask}
        extra={
          siever.kind === "day"
            ? (add) => (
                <Suspense fallback={null}>
                  <DayButton field={siever.label} onChoose={add} />
                </Suspense>
              )
            : undefined
        }
      />
      {lists.failed && (
        <Button size="small" color="inherit" onClick={lists.retry} sx={{ mt: 0.5, ml: -1.25, color: "text.secondary" }}>
          {lists.failed}
        </Button>
      )}
    </FieldRow>
  );
};

/** What can be chosen: the locations and the four fulfillment words are lists that are kept to, the others are offers. */
const useLists = (siever: Siever) => {
  const { api } = useServices();
  const [asked, setAsked] = useState(false);
  const isLocation = siever.code === SieverCode.Location;
  const isFixed = siever.code === SieverCode.LineFulfillmentStatus;
  const locations = useQuery({
    queryKey: ["locations"],
    queryFn: ({ signal }) => api.locationNames(signal),
    enabled: isLocation,
    staleTime: suggestionsLastMs,
  });
  useFailureToast(locations, "Cannot fetch locations");
  const offers = useQuery({
    queryKey: ["filter-suggestions", siever.code],
    queryFn: ({ signal }) => api.filterSuggestions(siever.code, signal),
    enabled: asked && siever.kind === "text",
    staleTime: suggestionsLastMs,
  });
  // Any word may be typed, so missing offers stop nobody; the browser's log says why there are none.
  useEffect(() => {
    if (offers.error !== null && !isSkipped(offers.error)) console.warn(`No suggestions: ${messageOf(offers.error)}`);
  }, [offers.error]);
  const ask = () => setAsked(true);
  if (isFixed) return { suggestions: statusWords, whitelist: lineFulfillmentWords, failed: null, retry: ask, ask };
  if (isLocation) {
    const names = locations.data ?? [];
    const failed = locations.isError && !isSkipped(locations.error) ? "The locations are missing. Try again" : null;
    return { suggestions: names, whitelist: names, failed, retry: () => void locations.refetch(), ask };
  }
  return { suggestions: offers.data ?? [], whitelist: null, failed: null, retry: ask, ask };
};
