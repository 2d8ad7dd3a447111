import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import type { KeyboardEvent } from "react";
import type { FilterMoment } from "#domain/filters/compile/compiled.ts";
import { hasDateExpression } from "#domain/filters/description/date-expressions.ts";
import { createDateReplacer } from "#domain/filters/siever-criteria.ts";
import type { Siever } from "#domain/filters/sievers.ts";
import { CloseIcon, HelpIcon } from "../../../shared/ui/icons.tsx";
import { stopEvents } from "../event-boundary.tsx";
import { describeChip, formatValueInline } from "./describe-value.ts";
import { OperatorMenu } from "./operator-menu.tsx";
import { getOperators, type Operator } from "./operators.ts";
import { valuePart } from "./value-parts.ts";

type ValueChipProps = {
  value: string;
  siever: Siever;
  /** The field's name with its group, for screen readers. */
  field: string;
  /** The current day for `date(…)`. */
  moment: FilterMoment;
  /** The shop doesn't seem to have this value. */
  isDoubtful?: boolean;
  disabled?: boolean;
  className?: string;
  onEdit: () => void;
  onOperator: (operator: Operator) => void;
  onRemove: () => void;
  onArrow: (from: HTMLElement, step: -1 | 1) => void;
};

const whyErased = "This value was erased because it was personal data. It matches nothing.";

const touch = "@media (pointer: coarse)";
const partStyle = {
  minHeight: 26,
  [touch]: { minHeight: 36, minWidth: 32 },
  fontFamily: "inherit",
  fontSize: "0.8125rem",
  "&:hover": { bgcolor: "action.hover" },
  "&.Mui-focusVisible": { outlineOffset: -2 },
} as const;

/**
 * One value: its operator with a menu, its text, and a button to remove it. A click or Enter on the text makes it
 * editable. Arrow keys reach operator and text.
 */
export const ValueChip = (props: ValueChipProps) => {
  const { value, siever, moment, isDoubtful = false, disabled = false } = props;
  const { operator, lead, text, erased } = describeChip(value, siever, moment);
  const name = formatValueInline(value, siever);
  const today = hasDateExpression(value) ? createDateReplacer(moment)(value) : null;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    event.stopPropagation();
    // A menu opened from here handles its own keys.
    const part = event.target;
    if (disabled || !(part instanceof HTMLElement) || !event.currentTarget.contains(part)) return;
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      event.preventDefault();
      props.onArrow(part, event.key === "ArrowLeft" ? -1 : 1);
    }
    if (event.key === "Backspace" || event.key === "Delete") {
      event.preventDefault();
      props.onRemove();
    }
  };
  const fixed = operator && erased ? operator.label : lead;
  return (
    <Box
      {...stopEvents}
      role="group"
      aria-label={name}
      className={props.className}
      onKeyDown={onKeyDown}
      sx={{
        display: "inline-flex",
        alignItems: "stretch",
        maxWidth: "100%",
        minWidth: 0,
        overflow: "hidden",
        borderRadius: "13px",
        [touch]: { borderRadius: "18px" },
        color: "text.primary",
        bgcolor: "surface.sunken",
        border: 1,
        borderColor: "divider",
        opacity: disabled ? 0.6 : 1,
        "&:focus-within": { borderColor: "primary.main" },
      }}
    >
      {operator && !erased && (
        <OperatorMenu
          label={`${props.field}, ${name}`}
          operators={getOperators(siever)}
          chosen={operator}
          onChoose={props.onOperator}
          disabled={disabled}
          inValue
        />
      )}
      {(text !== undefined || fixed !== undefined) && (
        <ButtonBase
          {...valuePart}
          tabIndex={-1}
          disabled={disabled}
          title={erased ? whyErased : today === null ? "Edit" : `Today: ${today}`}
          // Keeps the focus in the field: the click handler itself adds the typed text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={props.onEdit}
          sx={{
            ...partStyle,
            minWidth: 0,
            pl: operator && !erased ? 0.25 : 1.25,
            pr: 0.25,
            py: 0.25,
            textAlign: "left",
            whiteSpace: "pre-line",
            overflowWrap: "anywhere",
          }}
        >
          <span data-value-text="">
            {fixed !== undefined && `${fixed} `}
            {erased ? <i>{text}</i> : text}
            {isDoubtful && (
              <HelpIcon
                titleAccess="Not in your newest orders"
                sx={{ fontSize: "0.9375rem", color: "warning.main", ml: 0.5, verticalAlign: "-2px" }}
              />
            )}
          </span>
        </ButtonBase>
      )}
      <ButtonBase
        tabIndex={-1}
        disabled={disabled}
        aria-label={`Remove ${name}`}
        onMouseDown={(event) => event.preventDefault()}
        onClick={props.onRemove}
        sx={{ ...partStyle, flex: "none", width: 26, color: "text.secondary" }}
      >
        <CloseIcon sx={{ fontSize: "0.9375rem" }} />
      </ButtonBase>
    </Box>
  );
};
