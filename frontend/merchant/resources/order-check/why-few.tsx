import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { useId, useState } from "react";
import type { FilterConditions } from "#domain/filters/filter.ts";
import type { OrderCheck } from "#domain/wire/filters/order-check.ts";
import { useFilterMoment } from "../../use-filter-moment.ts";
import { formatOrderCount } from "../order-count.ts";
import { buildFunnelLines, type FunnelLine } from "./funnel-rows.ts";
import type { RemoveCondition } from "./remove-condition.ts";

/** The remaining share of orders as a bar; the words beside it say the same. */
const Bar = ({ share, warns }: { share: number; warns: boolean }) => (
  <Box aria-hidden sx={{ height: 4, mt: 0.5, borderRadius: 1, bgcolor: "divider", overflow: "hidden" }}>
    <Box
      sx={{
        height: 1,
        // Keeps a small share visible.
        width: share === 0 ? 0 : `max(4px, ${share * 100}%)`,
        borderRadius: 1,
        bgcolor: warns ? "warning.main" : "primary.main",
      }}
    />
  </Box>
);

type RowProps = Pick<FunnelLine, "conditionText" | "remaining" | "share"> & {
  isDecisive?: boolean;
  /** The condition leaves nothing, which is hardly intended. */
  warns?: boolean;
  /** Earlier conditions left nothing for this one. */
  isAfter?: boolean;
};

const Row = ({ conditionText, remaining, share, isDecisive = false, warns = false, isAfter = false }: RowProps) => (
  <>
    <Box sx={{ display: "flex", alignItems: "baseline", justifyContent: "space-between", columnGap: 2 }}>
      <Typography
        variant="body2"
        color={isAfter ? "textSecondary" : "textPrimary"}
        sx={{ overflowWrap: "anywhere", minWidth: 0, ...(isDecisive && { fontWeight: 600 }) }}
      >
        {conditionText}
      </Typography>
      <Typography
        variant="body2"
        color={warns ? "warning" : isAfter ? "textSecondary" : "textPrimary"}
        sx={{ flexShrink: 0, fontVariantNumeric: "tabular-nums", ...(isDecisive && { fontWeight: 600 }) }}
      >
        {remaining}
      </Typography>
    </Box>
    <Bar share={share} warns={warns} />
  </>
);

const nothingLeft = (isWhole: boolean): string => (isWhole ? "Why no orders are left" : "Why no orders were found");

type WhyFewProps = {
  check: OrderCheck & { Funnel: NonNullable<OrderCheck["Funnel"]> };
  conditions: FilterConditions;
  condition: RemoveCondition;
  /** The first figure's label: `Orders of all time`. */
  all: string;
};

/** Each condition's number, with a button to remove the decisive one. */
const Conditions = ({ check, conditions, condition, all }: WhyFewProps) => {
  const { Orders } = check.Funnel;
  const moment = useFilterMoment();
  const lines = buildFunnelLines(check.Funnel, conditions, moment);
  const isEmpty = check.Left === 0;
  return (
    <>
      <Box component="ol" sx={{ listStyle: "none", m: 0, mt: 0.5, p: 0, "& > li + li": { mt: 1.25 } }}>
        <li>
          <Row conditionText={all} remaining={Orders.toLocaleString("en")} share={Orders === 0 ? 0 : 1} />
        </li>
        {lines.map(({ field, isDecisive, why, ...line }, at) => (
          <li key={field}>
            <Row
              {...line}
              isDecisive={isDecisive}
              warns={isDecisive && isEmpty}
              isAfter={isEmpty && !isDecisive && lines[at - 1]?.share === 0}
            />
            {why !== null && (
              <Typography variant="caption" component="p" color="textSecondary" sx={{ mt: 0.5 }}>
                {why}
              </Typography>
            )}
            {isDecisive && (
              <Box
                sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 1.5, rowGap: 0.5, mt: 0.75 }}
              >
                <Button
                  size="small"
                  variant="outlined"
                  loading={condition.isBusy}
                  onClick={() => condition.remove(field)}
                  aria-label={`Remove this condition: ${line.conditionText}`}
                >
                  Remove this condition
                </Button>
                {condition.isShared && (
                  <Typography variant="caption" color="textSecondary">
                    Changes the filter for every report that uses it.
                  </Typography>
                )}
              </Box>
            )}
          </li>
        ))}
      </Box>
      {Orders === 0 && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          There are no orders on these dates, with or without this filter.
        </Typography>
      )}
      {condition.failure !== null && (
        <Typography role="alert" variant="body2" color="error" sx={{ mt: 1, overflowWrap: "anywhere" }}>
          The condition could not be removed. {condition.failure}
        </Typography>
      )}
    </>
  );
};

/** The funnel of a filter, closed at first if the filter leaves a few orders, which may be intended. */
export const WhyFew = (props: WhyFewProps) => {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { Left, IsWhole } = props.check;
  return (
    <Box component="section" aria-labelledby={id} sx={{ pb: 0.5 }}>
      {Left === 0 ? (
        <Typography variant="overline" component="h3" id={id} color="textSecondary">
          {nothingLeft(IsWhole)}
        </Typography>
      ) : (
        <Link
          id={id}
          component="button"
          type="button"
          variant="body2"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          Why only {formatOrderCount(Left)}?
        </Link>
      )}
      {(Left === 0 || isOpen) && <Conditions {...props} />}
    </Box>
  );
};
