import Button from "@mui/material/Button";
import Divider from "@mui/material/Divider";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useState } from "react";
import { ChevronDownIcon } from "../../../shared/ui/icons.tsx";
import { useMenuPosition } from "../../../shared/ui/use-menu-position.ts";
import type { Operator } from "./operators.ts";
import { valuePart } from "./value-parts.ts";

type OperatorMenuProps = {
  /** Names the value it belongs to, for screen readers. */
  label: string;
  operators: readonly Operator[];
  chosen: Operator;
  onChoose: (operator: Operator) => void;
  disabled?: boolean;
  /** For use inside a value: arrow keys reach it, Tab skips it. */
  inValue?: boolean;
};

/** The operator of a value, with a menu to change it. */
export const OperatorMenu = ({
  label,
  operators,
  chosen,
  onChoose,
  disabled = false,
  inValue = false,
}: OperatorMenuProps) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const place = useMenuPosition();
  const firstWhole = operators.findIndex(({ whole }) => whole);
  return (
    <>
      <Button
        {...(inValue && { ...valuePart, tabIndex: -1 })}
        size="small"
        color="inherit"
        disabled={disabled}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={`${label}: ${chosen.label}. Change how to compare`}
        // Keeps the typed text beside the button.
        onMouseDown={(event) => event.preventDefault()}
        onClick={(event) => {
          // The menu must not cover the field.
          place.measure(event.currentTarget.closest(".MuiInputBase-root") ?? event.currentTarget);
          setAnchor(event.currentTarget);
        }}
        endIcon={<ChevronDownIcon />}
        data-keeps-typed=""
        sx={{
          minHeight: 26,
          "@media (pointer: coarse)": { minHeight: 36 },
          px: 0.75,
          py: 0,
          flex: "none",
          color: "text.secondary",
          fontWeight: 500,
          ...(inValue && { pl: 1.25, borderRadius: 0, "&.Mui-focusVisible": { outlineOffset: -2 } }),
          "& .MuiButton-endIcon": { ml: 0.25, mr: 0, "& > *:nth-of-type(1)": { fontSize: "0.9375rem" } },
        }}
      >
        {chosen.label}
      </Button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        {...place.props}
        slotProps={{ ...place.props.slotProps, list: { "aria-label": `${label}: how to compare`, dense: true } }}
        data-keeps-typed=""
      >
        {operators.flatMap((operator, index) => [
          index === firstWhole ? <Divider key="whole" sx={{ my: 0.5 }} /> : null,
          <MenuItem
            key={operator.label}
            selected={operator.label === chosen.label}
            onClick={() => {
              setAnchor(null);
              if (operator.label !== chosen.label) onChoose(operator);
            }}
          >
            {operator.label}
          </MenuItem>,
        ])}
      </Menu>
    </>
  );
};
