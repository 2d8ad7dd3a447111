import Box from "@mui/material/Box";
import { useId, useState } from "react";
import { ChevronDownIcon, ChevronRightIcon } from "../../../shared/ui/icons.tsx";
import { ColumnRow } from "./column-row.tsx";
import type { PanelGroup } from "./panel-columns.ts";
import { rowStyles } from "./row-styles.ts";

type CategoryGroupProps = {
  group: PanelGroup;
  /** The group is expanded at first. */
  opened: boolean;
  onToggle: (key: string) => void;
};

/** A category, which expands to its columns. */
export const CategoryGroup = ({ group, opened, onToggle }: CategoryGroupProps) => {
  const [isOpen, setOpen] = useState(opened);
  const id = useId();
  const Chevron = isOpen ? ChevronDownIcon : ChevronRightIcon;
  return (
    <section>
      <Box
        component="h3"
        sx={{
          m: 0,
          "& button": {
            font: "inherit",
            fontSize: "0.875rem",
            fontWeight: 600,
            color: "text.primary",
            width: "100%",
            minHeight: 44,
            display: "flex",
            alignItems: "center",
            gap: 1,
            px: 1.5,
            border: 0,
            background: "none",
            cursor: "pointer",
            textAlign: "left",
            "&:hover": { bgcolor: "action.hover" },
            "&:focus-visible": { outline: "2px solid", outlineColor: "primary.main", outlineOffset: -2 },
          },
        }}
      >
        <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          <Chevron fontSize="small" sx={{ color: "text.secondary" }} />
          <Box component="span" sx={{ flex: 1 }}>
            {group.name}
          </Box>
          <Box
            component="span"
            sx={{ fontWeight: 400, fontSize: "0.8125rem", color: "text.secondary", fontVariantNumeric: "tabular-nums" }}
          >
            {group.shown > 0 ? `${group.shown} of ${group.columns.length} shown` : group.columns.length}
          </Box>
        </button>
      </Box>
      <Box component="ul" id={id} aria-label={group.name} hidden={!isOpen} sx={rowStyles}>
        {isOpen && group.columns.map((column) => <ColumnRow key={column.key} column={column} onToggle={onToggle} />)}
      </Box>
    </section>
  );
};
