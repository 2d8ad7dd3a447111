import Box from "@mui/material/Box";
import { keyframes } from "@mui/material/styles";
import { NumberFormatType } from "#domain/enumerations.ts";
import { formatNumber } from "#domain/number-formats/format-number.ts";
import type { CellSettings } from "../../report-cells/cell-format.ts";

type CodeChoicesProps = {
  /** Accessible name. */
  label: string;
  codes: readonly { name: string; code: string }[];
  /** A decimal to format as an example. */
  sample: string;
  shop: CellSettings;
  /** The typed code, whose button appears pressed; absent for suggestions. */
  chosen?: string;
  onChoose: (code: string) => void;
  /** Shows suggestions while typing, which open after a pause and include the sample. */
  isOffer?: boolean;
};

const open = keyframes({
  from: { maxHeight: 0, marginTop: 0, opacity: 0, overflow: "hidden" },
  to: { maxHeight: 240 },
});

/** Number formats to choose from, each with a formatted value of the column. */
export const CodeChoices = ({ label, codes, sample, shop, chosen, onChoose, isOffer }: CodeChoicesProps) => (
  <Box
    role="group"
    aria-label={label}
    sx={{
      mt: 1.5,
      display: "grid",
      gridTemplateColumns: { xs: "1fr", sm: "1fr 1fr" },
      gap: 0.5,
      ...(isOffer && { animation: `${open} 120ms ease-out 350ms backwards` }),
      "& button": {
        font: "inherit",
        fontSize: "0.8125rem",
        color: "text.primary",
        textAlign: "left",
        px: 1.25,
        py: 0.75,
        border: "1px solid",
        borderColor: isOffer ? "primary.main" : "divider",
        borderRadius: 1,
        background: "none",
        cursor: "pointer",
        "&:hover": { bgcolor: "action.hover" },
        "&[aria-pressed=true]": { bgcolor: "soft.primary", borderColor: "primary.main" },
        "& small": {
          display: "flex",
          justifyContent: "space-between",
          gap: 1,
          fontSize: "0.75rem",
          color: "text.secondary",
          overflowWrap: "anywhere",
        },
      },
    }}
  >
    {codes.map(({ code, name }) => (
      <button
        key={code}
        type="button"
        {...(chosen !== undefined && { "aria-pressed": chosen.trim() === code })}
        onClick={() => onChoose(code)}
      >
        {name}
        <small>
          <code>{code}</code>
          <span>
            {isOffer && `${sample} → `}
            {formatNumber(sample, { type: NumberFormatType.Custom, code }, shop).text}
          </span>
        </small>
      </button>
    ))}
  </Box>
);
