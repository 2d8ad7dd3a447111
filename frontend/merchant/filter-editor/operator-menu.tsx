import Button from "@mui/material/Button";
import Divider from "@mui/material/Divider";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useState } from "react";
import { ChevronDownIcon } from "../../shared/ui/icons.tsx";
import { useMenuPlace } from "../../shared/ui/menu-place.ts";
import type { Operator } from "./operators.ts";

type OperatorMenuProps = {
  /** Name of the field, for who does not see it. */
  field: string;
  operators: readonly Operator[];
  chosen: Operator;
  onChoose: (operator: Operator) => void;
  disabled?: boolean;
};

/** How the value that is typed next is compared. Also the way to 'any value' and 'empty' for who does not know the signs. */
export const OperatorMenu = ({ field, operators, chosen, onChoose, disabled = false }: OperatorMenuProps) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const place = useMenuPlace();
  const firstWhole = operators.findIndex(({ whole }) => whole);
  return (
    <>
      <Button
        size="small"
        color="inherit"
        disabled={disabled}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={`${field}: ${chosen.label}. Compare otherwise`}
        // The text beside it stays what is being typed.
        onMouseDown={(event) => event.preventDefault()}
        onClick={(event) => {
          // The whole field stays in sight.
          place.measure(event.currentTarget.closest(".MuiInputBase-root") ?? event.currentTarget);
          setAnchor(event.currentTarget);
        }}
        endIcon={<ChevronDownIcon />}
        data-keeps-typed=""
        sx={{
          minHeight: 26,
          px: 0.75,
          py: 0,
          flex: "none",
          color: "text.secondary",
          fontWeight: 500,
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
        slotProps={{ ...place.props.slotProps, list: { "aria-label": `${field}: how to compare`, dense: true } }}
        data-keeps-typed=""
      >
        {operators.flatMap((operator, index) => [
          index === firstWhole ? <Divider key="whole" sx={{ my: 0.5 }} /> : null,
          <MenuItem
            key={operator.label}
            selected={operator.label === chosen.label}
            onClick={() => {
              setAnchor(null);
              onChoose(operator);
            }}
          >
            {operator.label}
          </MenuItem>,
        ])}
      </Menu>
    </>
  );
};
