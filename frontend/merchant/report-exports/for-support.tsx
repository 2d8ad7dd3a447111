import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Collapse from "@mui/material/Collapse";
import { visuallyHidden } from "@mui/utils";
import { type ReactNode, useId, useState } from "react";
import { ChevronDownIcon } from "../../shared/ui/icons.tsx";
import { quietButton } from "./buttons.ts";

type ForSupportProps = {
  /** The report's title, which tells the button apart from those of other reports. */
  title: string;
  children: ReactNode;
};

/** Hashes and versions, which only support asks for; a click opens them. */
export const ForSupport = ({ title, children }: ForSupportProps) => {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div>
      <Button
        {...quietButton}
        sx={{ ...quietButton.sx, ml: -1 }}
        endIcon={
          <ChevronDownIcon
            sx={{
              transform: open ? "rotate(180deg)" : "none",
              transition: (theme) => theme.transitions.create("transform"),
            }}
          />
        }
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        For support
        <span style={visuallyHidden}> about {title}</span>
      </Button>
      <Collapse in={open} mountOnEnter unmountOnExit>
        <Box id={id} sx={{ pt: 0.5 }}>
          {children}
        </Box>
      </Collapse>
    </div>
  );
};
