import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useId, useState } from "react";
import type { FilterMoment } from "#domain/filters/compile/compiled.ts";
import { formatSieverLabel, type Siever, SieverCode } from "#domain/filters/sievers.ts";
import type { Suggestions } from "#domain/wire/filters/suggestions.ts";
import { getErrorMessage, isSkipped } from "../../../shared/api/api-error.ts";
import { useFailureToast } from "../../../shared/ui/use-failure-toast.ts";
import { locationsKey, suggestionsKey } from "../../resources/filters/keys.ts";
import { useServices } from "../../services.tsx";
import { FieldRow } from "../field-row.tsx";
import { withoutFieldName } from "./add-values.ts";
import { sieverHints } from "./siever-hints.ts";
import { ValuesField } from "./values-field.tsx";

const DayButton = lazy(() => import("./day-button.tsx"));

type SieverRowProps = {
  siever: Siever;
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
  problem: string | undefined;
  /** The current day for `date(…)`. */
  moment: FilterMoment;
};

type Offers = {
  suggestions: readonly string[];
  /** Undefined for fixed lists, and before they were requested. */
  fetchedSuggestions?: Suggestions | undefined;
  /** The only allowed words; null for any. */
  whitelist: readonly string[] | null;
  /** Called on focus of the field. */
  requestSuggestions?: () => void;
  retry?: (() => void) | undefined;
};

const suggestionsLastMs = 5 * 60_000;

/** One siever: its name, its values, and suggestions from the shop's own data. */
export const SieverRow = (props: SieverRowProps) => {
  const { code, kind, allowedValues } = props.siever;
  if (code === SieverCode.Location) return <LocationRow {...props} />;
  if (allowedValues)
    return (
      <Row
        {...props}
        suggestions={allowedValues.map((value) => value.replaceAll("_", " "))}
        whitelist={allowedValues}
      />
    );
  return kind === "text" ? <WordsRow {...props} /> : <Row {...props} suggestions={[]} whitelist={null} />;
};

/** Accepts only the shop's own locations. */
const LocationRow = (props: SieverRowProps) => {
  const { api } = useServices();
  const locations = useQuery({
    queryKey: locationsKey,
    queryFn: ({ signal }) => api.locationNames(signal),
    staleTime: suggestionsLastMs,
  });
  useFailureToast(locations, "Cannot fetch locations");
  const names = locations.data ?? [];
  const isMissing = locations.isError && locations.data === undefined && !isSkipped(locations.error);
  return (
    <Row
      {...props}
      suggestions={names}
      whitelist={names}
      retry={isMissing ? () => void locations.refetch() : undefined}
    />
  );
};

/**
 * Accepts any word. Loads suggestions from the shop's own data once the field is used, or at once if it has doubtful
 * values.
 */
const WordsRow = (props: SieverRowProps) => {
  const { api } = useServices();
  const { code } = props.siever;
  const [asked, setAsked] = useState(false);
  const offers = useQuery({
    queryKey: suggestionsKey(code),
    queryFn: ({ signal }) => api.filterSuggestions(code, signal),
    enabled: asked || props.values.length > 0,
    staleTime: suggestionsLastMs,
  });
  // Suggestions are optional; the console has the reason if there are none.
  useEffect(() => {
    if (offers.error !== null && !isSkipped(offers.error))
      console.warn(`No suggestions: ${getErrorMessage(offers.error)}`);
  }, [offers.error]);
  const words = offers.data?.Values.map(({ Value }) => Value) ?? [];
  return (
    <Row
      {...props}
      suggestions={words}
      fetchedSuggestions={offers.data}
      whitelist={null}
      requestSuggestions={() => setAsked(true)}
    />
  );
};

const Row = ({ siever, values, onChange, problem, moment, ...offers }: SieverRowProps & Offers) => {
  const labelId = useId();
  const { note, placeholder } = sieverHints[siever.code];
  return (
    <FieldRow label={siever.label} labelId={labelId} note={note}>
      <ValuesField
        siever={siever}
        name={formatSieverLabel(siever)}
        labelledBy={labelId}
        values={values}
        onChange={onChange}
        problem={problem === undefined ? undefined : withoutFieldName(problem, siever)}
        suggestions={offers.suggestions}
        found={offers.fetchedSuggestions}
        whitelist={offers.whitelist}
        placeholder={placeholder}
        disabled={offers.retry !== undefined && values.length === 0}
        moment={moment}
        {...(offers.requestSuggestions && { onFocus: offers.requestSuggestions })}
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
      {offers.retry && (
        <Button
          size="small"
          color="inherit"
          onClick={offers.retry}
          sx={{ mt: 0.5, ml: -1.25, color: "text.secondary" }}
        >
          We couldn't load your locations. Try again
        </Button>
      )}
    </FieldRow>
  );
};
