import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import Typography from "@mui/material/Typography";
import { type ReactNode, useId, useState } from "react";
import { ChevronDownIcon } from "../../shared/ui/icons.tsx";

type MoreFieldsProps = {
  /** Field names, shown while closed. */
  names: readonly string[];
  startsOpen: boolean;
  children: ReactNode;
};

/** Fields that few filters need, behind a button that names them. */
export const MoreFields = ({ names, startsOpen, children }: MoreFieldsProps) => {
  const id = useId();
  const [open, setOpen] = useState(startsOpen);
  return (
    <>
      <ButtonBase
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        sx={{
          width: "100%",
          gap: 1.25,
          px: { xs: 2, sm: 3 },
          py: 1.5,
          justifyContent: "flex-start",
          textAlign: "left",
          borderTop: 1,
          borderColor: "divider",
          "&:hover": { bgcolor: "action.hover" },
          "&.Mui-focusVisible": { outlineOffset: -2 },
        }}
      >
        <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
          <Typography component="span" variant="subtitle2" sx={{ display: "block" }}>
            {open ? "Fewer conditions" : "More conditions"}
          </Typography>
          {!open && (
            <Typography component="span" variant="body2" color="textSecondary">
              {names.join(", ")}
            </Typography>
          )}
        </Box>
        <ChevronDownIcon
          fontSize="small"
          sx={{ color: "text.secondary", transform: open ? "rotate(180deg)" : "none", transition: "transform 150ms" }}
        />
      </ButtonBase>
      <Box id={id} sx={{ borderTop: open ? 1 : 0, borderColor: "divider" }}>
        {open && children}
      </Box>
    </>
  );
};
