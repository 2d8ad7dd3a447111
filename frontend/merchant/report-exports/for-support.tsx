import Box from "@mui/material/Box";
import Collapse from "@mui/material/Collapse";
import { visuallyHidden } from "@mui/utils";
import { type ReactNode, useId, useState } from "react";
import { quietButton } from "./buttons.ts";
import { DisclosureButton } from "./disclosure-button.tsx";

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
      <DisclosureButton open={open} onToggle={() => setOpen(!open)} controls={id} sx={{ ...quietButton.sx, ml: -1 }}>
        For support
        <span style={visuallyHidden}> about {title}</span>
      </DisclosureButton>
      <Collapse in={open} mountOnEnter unmountOnExit>
        <Box id={id} sx={{ pt: 0.5 }}>
          {children}
        </Box>
      </Collapse>
    </div>
  );
};
