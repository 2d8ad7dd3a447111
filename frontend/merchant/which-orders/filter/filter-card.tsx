import Skeleton from "@mui/material/Skeleton";
import { Suspense } from "react";
import { createLazyPart } from "../../loading/create-lazy-part.tsx";
import type { ChosenFilter } from "./chosen-filter.ts";

const FilterSummary = createLazyPart(() => import("./filter-summary.tsx"));

const waiting = <Skeleton variant="rounded" height={96} aria-hidden />;

/** The chosen filter's summary; keeps its space during loading. */
export const FilterCard = ({ chosen, selects }: { chosen: ChosenFilter; selects: boolean }) => {
  if (chosen.state === "loading") return waiting;
  if (chosen.state !== "known") return null;
  return (
    <Suspense fallback={waiting}>
      <FilterSummary filter={chosen.filter} selects={selects} />
    </Suspense>
  );
};
