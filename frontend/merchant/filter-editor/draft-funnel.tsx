import Box from "@mui/material/Box";
import { type FilterFields, toConditions } from "#domain/filters/fields.ts";
import type { EditState } from "../../shared/saving/edit-session.ts";
import { RemovedNote } from "../resources/order-check/removed-note.tsx";
import type { CheckState } from "../resources/order-check/use-order-check.ts";
import { WhyFew } from "../resources/order-check/why-few.tsx";
import type { FilterSession } from "./use-filter-editor.ts";
import { useRemoveFromDraft } from "./use-remove-from-draft.ts";

type DraftFunnelProps = { session: FilterSession; state: EditState<FilterFields>; check: CheckState };

/** The funnel of the edited filter, if it leaves few orders. */
export const DraftFunnel = ({ session, state, check }: DraftFunnelProps) => {
  const condition = useRemoveFromDraft(session, state.draft);
  const result = check.state === "over" ? check.known : null;
  if (!result?.Funnel && condition.removed === null) return null;
  return (
    <Box
      sx={{
        display: "flex",
        flexDirection: "column",
        gap: 1.5,
        px: { xs: 2, sm: 3 },
        pt: 1.75,
        pb: 2,
        borderBottom: 1,
        borderColor: "divider",
      }}
    >
      <RemovedNote condition={condition} />
      {result?.Funnel && (
        <WhyFew
          check={{ ...result, Funnel: result.Funnel }}
          conditions={toConditions(state.base)}
          condition={condition}
          all="All orders"
        />
      )}
    </Box>
  );
};
